import { FileLock, FolderDown, Handshake, UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { dialogPart } from '@/ui/part';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

const StoredDataDialog = dialogPart(() => import('./StoredDataDialog'));
const AgreementsDialog = dialogPart(() => import('./AgreementsDialog'));
const EraseDialog = dialogPart(() => import('./EraseDialog'));

/** Data that the shop stores about the member: to read, download and erase. */
export function PrivacyCard({ uid }: { uid: string }) {
  const [open, setOpen] = useState<'kept' | 'agreements' | 'erase'>();
  const close = () => setOpen(undefined);
  const download = useMutation(
    async () => {
      const { exportMyData } = await import('./exportMyData');
      await exportMyData(uid);
      toast('success', 'Data Anda sudah diunduh.');
    },
    (error) =>
      toast('error', 'Belum berhasil', sentence(error, 'Data Anda gagal diunduh. Coba lagi.')),
  );
  return (
    <section aria-labelledby="privacy" className="mt-5 grid gap-4 card p-5 sm:p-6">
      <div>
        <h2 id="privacy" className="font-display text-lg font-semibold">
          Privasi &amp; data saya
        </h2>
        <p className="mt-1 text-sm text-muted">
          Lihat apa yang disimpan toko tentang Anda dan mengapa, apa yang Anda setujui, unduh
          semuanya, atau hapus akun Anda.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => setOpen('kept')}>
          <FileLock aria-hidden size={16} /> Data yang disimpan
        </Button>
        <Button look="outline" onClick={() => setOpen('agreements')}>
          <Handshake aria-hidden size={16} /> Yang saya setujui
        </Button>
        <Button
          look="outline"
          busy={download.isPending && 'Menyiapkan...'}
          onClick={() => download.mutate()}
        >
          <FolderDown aria-hidden size={16} /> Unduh data saya
        </Button>
        <Button look="outline" onClick={() => setOpen('erase')}>
          <UserRoundMinus aria-hidden size={16} /> Hapus akun
        </Button>
      </div>
      {open === 'kept' && <StoredDataDialog onClose={close} />}
      {open === 'agreements' && <AgreementsDialog onClose={close} />}
      {open === 'erase' && <EraseDialog onClose={close} />}
    </section>
  );
}
