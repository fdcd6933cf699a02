import { useState } from 'react';
import { numberStates } from '@/admin/components/taxNumber';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import type { MemberDetail, TaxNumber } from '@/api/schema';
import { save } from '@/api/save';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { dialogPart } from '@/ui/part';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

const TaxNumberDialog = dialogPart(() => import('./TaxNumberDialog'));

const asked = {
  validated: {
    title: 'Nomor ini benar?',
    text: 'Cocokkan dengan kartu NPWP atau KTP anggota. Pembayaran berikutnya dipotong tanpa tambahan.',
    confirm: 'Ya, tervalidasi',
  },
  rejected: {
    title: 'Tolak nomor ini?',
    text: 'Anggota melihat bahwa nomornya ditolak, dan dapat mengisi yang lain.',
    confirm: 'Ya, tolak',
  },
} as const;

/** A member's tax number, and the result of the shop's check. */
export function TaxNumberPart({ member }: { member: MemberDetail }) {
  const { number, state } = member.tax_number;
  const [asking, setAsking] = useState<keyof typeof asked>();
  const [entering, setEntering] = useRestoredState('tax number', false);
  const params = { uid: member.uid };
  const judge = async (found: TaxNumber['state']) => {
    const keep = adminQuery('/api/admin/members/{uid}', params);
    const body = { number, state: found };
    await save('POST /api/admin/members/{uid}/tax-number', { params, body }, { keep });
    toast('success', 'Hasil pemeriksaan disimpan.');
  };
  return (
    <section aria-labelledby="tax-number" className="min-w-0 card p-5">
      <h2 id="tax-number" className="mb-3 font-display text-lg font-semibold">
        NPWP atau NIK
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {number && <span className="font-medium tabular-nums">{number}</span>}
        <Badge tone={numberStates[state][1]}>{numberStates[state][0]}</Badge>
      </p>
      {!number && (
        <p className="mt-2 text-sm text-muted">Anggota mengisinya sendiri di halaman pajaknya.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {number && state !== 'validated' && (
          <Button onClick={() => setAsking('validated')}>Validasi</Button>
        )}
        {number && state !== 'rejected' && (
          <Button look="outline" onClick={() => setAsking('rejected')}>
            Tolak
          </Button>
        )}
        {!member.erased_at && (
          <Button look="outline" onClick={() => setEntering(true)}>
            {number ? 'Ubah' : 'Isikan'}
          </Button>
        )}
      </div>
      {entering && <TaxNumberDialog member={member} onClose={() => setEntering(false)} />}
      {asking && (
        <ConfirmDialog
          title={asked[asking].title}
          text={
            <>
              <strong className="tabular-nums">{number}</strong>, {member.name}.{' '}
              {asked[asking].text}
            </>
          }
          confirm={asked[asking].confirm}
          failed="Gagal menyimpan. Coba lagi."
          onConfirm={() => judge(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}
