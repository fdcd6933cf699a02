import { useQuery } from '@tanstack/react-query';
import { query } from '@/api/calls';
import { useMe } from '@/api/accounts';
import type { Bonus } from '@/api/schema';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/button';
import { Link } from '@/ui/Link';

const bankAccountQuery = query('/api/me/bank-account');

/** Says what bonuses wait for: an account that they could be paid to, or the time that a changed one is held. */
export function BankNotice({ bonuses }: { bonuses: Bonus[] }) {
  const { data: me } = useMe();
  const until = useQuery(bankAccountQuery).data?.held_until;
  if (me?.rekening_bank === '' && bonuses.some(({ status }) => status !== 'paid'))
    return (
      <section
        aria-label="Rekening belum diisi"
        className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-warn-soft px-5 py-4 text-sm"
      >
        <p className="min-w-0 flex-1 basis-60">
          <span className="font-medium">Bonus Anda menunggu rekening.</span>{' '}
          <span className="text-muted">Isi bank dan nomor rekening untuk menerimanya.</span>
        </p>
        <Link to={paths.editProfile()} className={buttonClass('primary')}>
          Isi rekening
        </Link>
      </section>
    );
  return (
    until && (
      <p role="status" className="rounded-2xl bg-accent-soft px-4 py-3 text-sm">
        Rekening Anda baru diganti. Demi keamanan, bonus dibayarkan ke rekening itu mulai{' '}
        {dateTime(until)}.
      </p>
    )
  );
}
