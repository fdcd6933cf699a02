import { Download } from 'lucide-react';
import { useState } from 'react';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { UploadField } from '@/admin/ui/UploadField';
import { sentence } from '@/errors';
import type { Payout } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { adminQuery } from '@/admin/ui/adminQuery';
import { download } from '@/admin/ui/download';
import { save } from '@/api/calls';

/** What a batch is transferred by: for a bank's machine, and for whoever fills a bank's own template. */
const files = {
  bank: { name: 'pembayaran-bonus', path: '/api/admin/payouts/{id}/bank.csv' },
  list: { name: 'daftar-transfer', path: '/api/admin/payouts/{id}/transfers.csv' },
} as const;

/** What can be done with a batch, by whom it may be done. */
export function PayoutActions({ payout }: { payout: Payout }) {
  const [asking, setAsking] = useState<'approve' | 'pay' | 'cancel'>();
  const [proof, setProof] = useState('');
  const [saving, setSaving] = useState<keyof typeof files | null>(null);
  const { id, state, version } = payout;
  const params = { id };
  const keep = adminQuery('/api/admin/payouts/{id}', params);
  const done = () => setAsking(undefined);
  const whole = `${number(payout.items)} bonus, ${rupiah(payout.net_rp)}`;

  const saveFile = async (kind: keyof typeof files) => {
    setSaving(kind);
    try {
      const { name, path } = files[kind];
      await download(`${name}-${id}.csv`, path, params);
    } catch (error) {
      toast('error', 'Berkas gagal diunduh', sentence(error, 'Coba lagi.'));
    } finally {
      setSaving(null);
    }
  };

  return (
    <>
      {(state === 'approved' || state === 'paid') && (
        <>
          <Button
            look="outline"
            busy={saving === 'bank' && 'Mengunduh...'}
            onClick={() => void saveFile('bank')}
          >
            <Download aria-hidden size={18} />
            Berkas bank
          </Button>
          <Button
            look="outline"
            busy={saving === 'list' && 'Mengunduh...'}
            onClick={() => void saveFile('list')}
          >
            <Download aria-hidden size={18} />
            Daftar transfer
          </Button>
        </>
      )}
      {(state === 'prepared' || state === 'approved') && (
        <Button look="outline" onClick={() => setAsking('cancel')}>
          Batalkan
        </Button>
      )}
      {state === 'prepared' && !payout.is_own && (
        <Button onClick={() => setAsking('approve')}>Setujui</Button>
      )}
      {state === 'approved' && <Button onClick={() => setAsking('pay')}>Tandai dibayar</Button>}
      {asking === 'approve' && (
        <ConfirmDialog
          title="Setujui pembayaran?"
          text={`${whole} akan ditransfer. Periksa jumlah dan rekeningnya lebih dulu.`}
          confirm="Setujui"
          onConfirm={() =>
            save('POST /api/admin/payouts/{id}/approve', { params, body: { version } }, { keep })
          }
          onClose={done}
        />
      )}
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
