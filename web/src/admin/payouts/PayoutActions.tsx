import { useState } from 'react';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { UploadField } from '@/admin/ui/UploadField';
import type { Payout } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';

/** Actions that the payout's present state allows. */
export function PayoutActions({ payout }: { payout: Payout }) {
  const [asking, setAsking] = useRestoredState<'pay' | 'cancel' | undefined>('asking', undefined);
  const [proof, setProof] = useRestoredState('proof', '');
  const { id, state, version } = payout;
  const params = { id };
  const keep = adminQuery('/api/admin/payouts/{id}', params);
  const done = () => setAsking(undefined);
  const whole = `${number(payout.items)} bonus, ${rupiah(payout.net_rp)}`;

  return (
    <>
      {(state === 'prepared' || state === 'approved') && (
        <Button look="outline" onClick={() => setAsking('cancel')}>
          Batalkan
        </Button>
      )}
      {state === 'approved' && <Button onClick={() => setAsking('pay')}>Tandai dibayar</Button>}
      {asking === 'pay' && (
        <ConfirmDialog
          title="Tandai sudah dibayar"
          text={`${whole}. Setiap penerima melihat bonusnya sebagai sudah dibayar, dengan bukti untuknya sendiri. Gambar yang Anda unggah hanya dilihat pengelola.`}
          confirm="Tandai dibayar"
          disabled={proof === ''}
          onConfirm={() => {
            const body = { proof_picture: proof, version };
            return save('POST /api/admin/payouts/{id}/pay', { params, body }, { keep });
          }}
          onClose={done}
        >
          <UploadField label="Bukti transfer" folder="proofs" picture={proof} onPick={setProof} />
        </ConfirmDialog>
      )}
      {asking === 'cancel' && (
        <ReasonDialog
          title="Batalkan pembayaran?"
          text="Bonus di dalamnya dapat disiapkan lagi dalam pembayaran baru."
          confirm="Batalkan pembayaran"
          onConfirm={(reason) => {
            const body = { reason, version };
            return save('POST /api/admin/payouts/{id}/cancel', { params, body }, { keep });
          }}
          onClose={done}
        />
      )}
    </>
  );
}

/** Approves a payout that another administrator has prepared. */
export function ApproveButton({ payout }: { payout: Payout }) {
  const [asking, setAsking] = useState(false);
  const { id, version } = payout;
  const params = { id };
  const keep = adminQuery('/api/admin/payouts/{id}', params);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Setujui</Button>
      {asking && (
        <ConfirmDialog
          title="Setujui pembayaran?"
          text={`${number(payout.items)} bonus, ${rupiah(payout.net_rp)} akan ditransfer. Periksa jumlah dan rekeningnya lebih dulu.`}
          confirm="Setujui"
          onConfirm={() =>
            save('POST /api/admin/payouts/{id}/approve', { params, body: { version } }, { keep })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
