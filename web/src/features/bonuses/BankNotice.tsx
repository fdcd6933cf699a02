import { useQuery } from '@tanstack/react-query';
import { query } from '@/api/calls';
import { dateTime } from '@/dates';

const bankAccountQuery = query('/api/me/bank-account');

/** Says that nothing is paid yet to a bank account that was changed. */
export function BankNotice() {
  const until = useQuery(bankAccountQuery).data?.held_until;
  return (
    until && (
      <p role="status" className="rounded-2xl bg-accent-soft px-4 py-3 text-sm">
        Rekening Anda baru diganti. Demi keamanan, bonus dibayarkan ke rekening itu mulai{' '}
        {dateTime(until)}.
      </p>
    )
  );
}
