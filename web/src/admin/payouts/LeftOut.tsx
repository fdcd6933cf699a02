import { CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { BonusButton } from '@/admin/components/BonusButton';
import { adminPaths } from '@/admin/paths';
import type { Columns } from '@/admin/ui/DataTable';
import { PagedTable } from '@/admin/ui/PagedTable';
import { usePage } from '@/admin/ui/usePage';
import { list } from '@/api/pages';
import type { LeftOut as Bonus, PeriodId } from '@/api/schema';
import { rupiah } from '@/format';
import { Link } from '@/ui/Link';

const reasons: Record<Bonus['reason'], string> = {
  suspended: 'Akun ditangguhkan',
  unverified_email: 'Email belum terverifikasi',
  no_account: 'Belum mengisi rekening bank',
  failed_account: 'Transfer ke rekeningnya gagal; menunggu anggota mengganti atau memastikannya',
  new_account: 'Rekening baru diganti, masih dalam masa tunggu',
  underway: 'Pembayaran lain bulan ini belum selesai; pajaknya dihitung bersama',
  sandbox: 'Dari pesanan yang dibayar di sandbox, tanpa uang',
  too_little: 'Belum terkumpul sebanyak pembayaran paling sedikit',
};

const columns = (period: PeriodId): Columns<Bonus> => [
  {
    label: 'Anggota',
    cell: ({ member_name, member_uid }) => (
      <>
        {member_name}
        <span className="block text-xs font-normal text-muted">{member_uid}</span>
      </>
    ),
  },
  { label: 'Periode', cell: ({ period_name }) => period_name },
  { label: 'Bonus', numeric: true, cell: ({ bonus_rp }) => rupiah(bonus_rp) },
  {
    label: 'Alasan',
    cell: ({ reason, missing_rp, member_name, member_uid }) => (
      <>
        {reasons[reason]}
        {reason === 'too_little' && (
          <span className="block text-xs text-muted">
            Kurang {rupiah(missing_rp)}.{' '}
            <Link
              to={adminPaths.newPayout(period, member_uid)}
              className="font-medium text-brand underline underline-offset-4"
            >
              Bayar sisa<span className="sr-only"> {member_name}</span>
            </Link>
          </span>
        )}
      </>
    ),
  },
  {
    label: 'Asal',
    actions: true,
    cell: (bonus) => <BonusButton member={bonus.member_name} bonuses={[bonus]} />,
  },
];

type Props = {
  period: PeriodId;
  text: string;
  /** Content below the list, shown once the list is loaded. */
  children?: ReactNode;
};

/** Bonuses that a payout of a period leaves out now, with the reasons. */
export function LeftOut({ period, text, children }: Props) {
  const left = {
    ...list('/api/admin/payouts/left-out', { period_id: String(period) }),
    cursorParam: 'left_out_cursor',
  } as const;
  const { answer, cursor } = usePage(left);
  return (
    <>
      <section aria-label="Belum dapat dibayar">
        <h2 className="font-display text-lg font-semibold">Belum dapat dibayar</h2>
        <p className="mb-3 text-sm text-muted">{text}</p>
        <PagedTable
          label="Belum dapat dibayar"
          list={left}
          rowsOf={({ left_out }) => left_out}
          keyOf={({ id }) => id}
          columns={columns(period)}
          empty={{ icon: CheckCheck, title: 'Semua dapat dibayar' }}
        />
      </section>
      {(answer || cursor) && children}
    </>
  );
}
