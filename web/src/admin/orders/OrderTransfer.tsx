import { useHasRole } from '@/admin/roles';
import { Card, Fact } from '@/admin/ui/Card';
import { proofAddress } from '@/admin/ui/UploadField';
import type { TransferFacts } from '@/api/schema';
import { date, dateTime } from '@/dates';
import { rupiah } from '@/format';
import { OwnPictures } from '@/components/OwnPictures';

/** The transfer to the shop's own account that paid an order. */
export function OrderTransfer({ transfer }: { transfer: TransferFacts }) {
  const mayLook = useHasRole('finance');
  return (
    <Card title="Transfer bank">
      <dl className="mt-2 text-sm">
        <Fact label="Jumlah">{rupiah(transfer.amount_rp)}</Fact>
        <Fact label="Tanggal">{date(`${transfer.paid_on}T00:00:00+07:00`)}</Fact>
        {transfer.sender && (
          <Fact label="Pengirim">
            {transfer.sender}, {transfer.bank}
          </Fact>
        )}
        <Fact label="Dicatat">
          {transfer.received_by}, {dateTime(transfer.received_at)}
        </Fact>
      </dl>
      {transfer.proof_picture && mayLook && (
        <div className="mt-3">
          <OwnPictures pictures={[proofAddress(transfer.proof_picture)]} label="Bukti transfer" />
        </div>
      )}
    </Card>
  );
}
