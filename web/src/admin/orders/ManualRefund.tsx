import { useState } from 'react';
import { useApprovalWait } from '@/admin/components/approvalWait';
import { useHasRole } from '@/admin/roles';
import type { AdminOrder, ManualRefundFacts } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { rupiah } from '@/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';

type Props = { order: AdminOrder; refund: ManualRefundFacts };

/**
 * Manual refund of an order, which needs the approval of another administrator than the one who
 * prepared it.
 */
export function ManualRefund({ order, refund }: Props) {
  const handles = useHasRole('finance');
  const mayNotYet = useApprovalWait();
  const [asking, setAsking] = useState<'approve' | 'withdraw' | null>(null);
  const params = { order_id: order.order_id };
  const close = () => setAsking(null);
  return (
    <section aria-label="Pengembalian dana manual" className="mt-5 card p-5">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        Pengembalian dana manual <Badge tone="waiting">Menunggu persetujuan</Badge>
      </h2>
      <p className="mt-2 text-sm wrap-anywhere">
        {rupiah(refund.amount_rp)}: {refund.reason}
      </p>
      <p className="text-sm text-muted">
        Disiapkan {refund.prepared_by}, {dateTime(refund.prepared_at)}.
        {refund.is_own
          ? ' Pengelola lain mengirim dananya, lalu menyetujuinya.'
          : !mayNotYet && ' Kirim dananya kepada pembeli, lalu setujui.'}
      </p>
      {handles && !refund.is_own && mayNotYet && (
        <p className="mt-3 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">{mayNotYet}</p>
      )}
      {handles && (
        <div className="mt-4 flex flex-wrap gap-2">
          {!refund.is_own && !mayNotYet && (
            <Button onClick={() => setAsking('approve')}>Setujui</Button>
          )}
          <Button look="outline" onClick={() => setAsking('withdraw')}>
            Tarik
          </Button>
        </div>
      )}
      {asking === 'approve' && (
        <ConfirmDialog
          title="Dana sudah dikembalikan?"
          text={`Setujui setelah ${rupiah(refund.amount_rp)} Anda kirim kepada pembeli. Pesanan dicatat dikembalikan dananya, dan tidak dapat diubah lagi.`}
          confirm="Ya, sudah dikirim"
          onConfirm={async () => {
            const body = { version: refund.version };
            await save('POST /api/admin/orders/{order_id}/refund/approve', { params, body });
            toast('success', 'Pengembalian disetujui.');
          }}
          onClose={close}
        />
      )}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title="Tarik pengembalian ini?"
          text="Dana tidak dikembalikan, dan pesanan tetap seperti sekarang."
          confirm="Ya, tarik"
          onConfirm={async () => {
            await save('DELETE /api/admin/orders/{order_id}/refund', { params });
            toast('success', 'Pengembalian ditarik.');
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
