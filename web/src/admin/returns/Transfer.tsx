import { Card, Fact } from '@/admin/ui/Card';
import type { AdminReturn } from '@/api/schema';
import { dateTime } from '@/dates';

/** Account of a return's manual transfer, and the administrator who prepared it. */
export function Transfer({ transfer }: { transfer: NonNullable<AdminReturn['transfer']> }) {
  const { bank, bank_account, account_name, prepared_by, prepared_at, reference } = transfer;
  return (
    <Card title="Transfer">
      <dl className="mt-2 text-sm">
        <Fact label="Rekening">
          {bank} {bank_account}
        </Fact>
        <Fact label="Atas nama">{account_name}</Fact>
        <Fact label="Disiapkan">
          {prepared_by}, {dateTime(prepared_at)}
        </Fact>
        {reference && <Fact label="Nomor referensi">{reference}</Fact>}
      </dl>
    </Card>
  );
}
