import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { save } from '@/api/save';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { copyText } from '@/ui/share';
import { areas } from './query';

/** Number of recovery codes left, and a way to get new ones. */
export function Recovery({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <ShieldCheck aria-hidden size={20} className="shrink-0 text-brand" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">Kode pemulihan</p>
        <p className="text-sm text-muted">
          {left === 0
            ? 'Tidak ada yang tersisa. Buat yang baru.'
            : `Tersisa ${left} kode, masing-masing untuk satu kali login bila perangkat Anda hilang.`}
        </p>
      </div>
      <Button look="outline" onClick={() => setAsked(true)}>
        Buat kode baru
      </Button>
      {asked && (
        <ConfirmDialog
          title="Buat kode pemulihan baru?"
          text="Kode yang lama tidak berlaku lagi."
          confirm="Ya, buat baru"
          onConfirm={async () => {
            const made = await save('POST /api/me/factors/recovery-codes', {}, { changes: areas });
            onCodes(made.recovery_codes);
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

/** Shows new recovery codes; they can be seen only once. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog title="Kode pemulihan" wide>
      <p className="mt-2 text-sm text-muted">
        Simpan di tempat yang aman, terpisah dari perangkat Anda. Setiap kode berlaku satu kali, dan
        tidak dapat ditampilkan lagi setelah ditutup.
      </p>
      <ul className="mt-4 grid gap-x-6 gap-y-1 rounded-xl bg-sunken px-4 py-3 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={() => void copyText(codes.join('\n'), 'Kode')}>
          Salin semua
        </Button>
        <Button onClick={onClose}>Sudah saya simpan</Button>
      </div>
    </Dialog>
  );
}
