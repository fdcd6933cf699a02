import { Download } from 'lucide-react';
import { useState } from 'react';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { UploadField } from '@/admin/ui/UploadField';
import { sentence } from '@/api/client';
import type { Payout, PayoutPage } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { ActionDialog } from '@/admin/ui/ActionDialog';
import { change, payoutQuery, saveBankFile } from '@/admin/parts/volume';

/** What can be done with a batch, by whom it may be done. */
export function PayoutActions({ payout }: { payout: Payout }) {
  const [asking, setAsking] = useState<'approve' | 'pay' | 'cancel'>();
  const [proof, setProof] = useState('');
  const [saving, setSaving] = useState(false);
  const { id, state, version } = payout;
  const send = (action: string, body: object) =>
    change<PayoutPage>(payoutQuery(String(id)), 'POST', `/api/admin/payouts/${id}/${action}`, {
      ...body,
      version,
    });
  const done = () => setAsking(undefined);
  const whole = `${number(payout.items)} bonus, ${rupiah(payout.net_rp)}`;

  const save = async () => {
    setSaving(true);
    try {
      await saveBankFile(id);
    } catch (error) {
      toast('error', 'Berkas bank gagal diunduh', sentence(error, 'Coba lagi.'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      {(state === 'approved' || state === 'paid') && (
        <Button look="outline" busy={saving && 'Mengunduh...'} onClick={() => void save()}>
          <Download aria-hidden size={18} />
          Berkas bank
        </Button>
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
        <ActionDialog
          title="Setujui pembayaran?"
          text={`${whole} akan ditransfer. Periksa jumlah dan rekeningnya lebih dulu.`}
          confirm="Setujui"
          onConfirm={() => send('approve', {})}
          onClose={done}
        />
      )}
      {asking === 'pay' && (
        <ActionDialog
          title="Tandai sudah dibayar"
          text={`${whole}. Setiap penerima melihat bonusnya sebagai sudah dibayar, beserta gambar bukti ini: jangan memuat rekening anggota lain.`}
          confirm="Tandai dibayar"
          disabled={proof === ''}
          onConfirm={() => send('pay', { proof_picture: proof })}
          onClose={done}
        >
          <UploadField label="Bukti transfer" folder="proofs" picture={proof} onPick={setProof} />
        </ActionDialog>
      )}
      {asking === 'cancel' && (
        <ReasonDialog
          title="Batalkan pembayaran?"
          text="Bonus di dalamnya dapat disiapkan lagi dalam pembayaran baru."
          confirm="Batalkan pembayaran"
          onConfirm={(reason) => send('cancel', { reason })}
          onClose={done}
        />
      )}
    </>
  );
}
