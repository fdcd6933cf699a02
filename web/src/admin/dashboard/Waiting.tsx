import {
  Banknote,
  Bug,
  Calculator,
  CircleQuestionMark,
  Clock,
  HandCoins,
  MessageSquare,
  Package,
  PackageX,
  Percent,
  ShieldCheck,
  TriangleAlert,
  Truck,
  Undo2,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import type { Today } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Link } from '@/ui/Link';

/** Highest number up to which the server counts. */
const MOST = 1000;

type Tile = {
  icon: LucideIcon;
  label: string;
  to: string | ((counts: Today) => string);
  count: (counts: Today) => number | null | undefined;
  /** Text below the number. */
  text?: (counts: Today) => string;
  urgent?: boolean;
};

/** Waiting returns by state, with the next task of each state. */
const waitingReturns = (counts: Today): [state: string, count: number, what: string][] =>
  (
    [
      ['asked', counts.returns_asked ?? 0, 'perlu dijawab'],
      ['received', counts.returns_received ?? 0, 'perlu diselesaikan'],
      ['transferring', counts.returns_transferring ?? 0, 'transfer perlu disetujui'],
    ] as [string, number, string][]
  ).filter(([, count]) => count > 0);

const tiles: Tile[] = [
  {
    icon: Package,
    label: 'Perlu dikemas',
    to: adminPaths.orders({ waiting: 'pack' }),
    count: ({ to_pack }) => to_pack,
  },
  {
    icon: ShieldCheck,
    label: 'COD menunggu persetujuan',
    to: adminPaths.orders({ waiting: 'held' }),
    // Hidden if no order is held: some shops never hold one.
    count: ({ held }) => held || null,
    text: () => 'pembelinya belum dikenal',
  },
  {
    icon: Truck,
    label: 'Perlu dikirim',
    to: adminPaths.orders({ waiting: 'ship' }),
    count: ({ to_ship }) => to_ship,
  },
  {
    icon: Clock,
    label: 'Hampir lewat batas bayar',
    to: adminPaths.orders({ waiting: 'expiring' }),
    count: ({ expiring }) => expiring,
    text: () => 'dalam 3 jam',
  },
  {
    icon: HandCoins,
    label: 'Uang COD belum masuk',
    to: adminPaths.orders({ waiting: 'cash' }),
    count: ({ cash_due }) => cash_due,
    text: () => 'sudah dikirim',
  },
  {
    icon: TriangleAlert,
    label: 'Masalah pembayaran',
    to: adminPaths.orders({ waiting: 'problem' }),
    count: ({ payment_problems }) => payment_problems,
    urgent: true,
  },
  {
    icon: Undo2,
    label: 'Pengembalian dana perlu disetujui',
    to: adminPaths.orders({ waiting: 'refund' }),
    count: ({ refunds_prepared }) => refunds_prepared,
  },
  {
    icon: Undo2,
    label: 'Pengembalian menunggu',
    to: (counts) => adminPaths.returns({ state: waitingReturns(counts)[0]?.[0] ?? '' }),
    count: (counts) =>
      [counts.returns_asked, counts.returns_received, counts.returns_transferring].every(
        (count) => count == null,
      )
        ? null
        : waitingReturns(counts).reduce((sum, [, count]) => sum + count, 0),
    text: (counts) =>
      waitingReturns(counts)
        .map(([, count, what]) => `${number(count)} ${what}`)
        .join(', '),
  },
  {
    icon: PackageX,
    label: 'Stok menipis',
    to: adminPaths.products({ status: 'low' }),
    count: ({ low_stock }) => low_stock,
    text: ({ low_stock_from }) => `${number(low_stock_from)} pcs atau kurang`,
  },
  {
    icon: MessageSquare,
    label: 'Ulasan baru',
    to: '/admin/reviews',
    count: ({ new_reviews }) => new_reviews,
    text: () => '7 hari terakhir',
  },
  {
    icon: CircleQuestionMark,
    label: 'Pertanyaan belum dijawab',
    to: adminPaths.questions(),
    count: ({ questions_waiting }) => questions_waiting,
    text: () => 'tentang produk',
  },
  {
    icon: Calculator,
    label: 'Periode BV menunggu dihitung',
    to: adminPaths.periods(),
    // Hidden if no period waits, as is usual between two ends of periods.
    count: ({ periods_to_calculate }) => periods_to_calculate || null,
    text: () => 'sesudahnya bonusnya dapat dibayar',
  },
  {
    icon: Banknote,
    label: 'Bonus belum dibayar',
    to: '/admin/payouts',
    count: ({ bonuses_to_pay }) => bonuses_to_pay?.count,
    text: ({ bonuses_to_pay }) => rupiah(bonuses_to_pay?.amount_rp ?? 0),
  },
  {
    icon: UsersRound,
    label: 'Mungkin akun ganda',
    to: adminPaths.likelyDoubles(),
    // Hidden if no members share a telephone or a bank account.
    count: ({ likely_doubles }) => likely_doubles || null,
    text: () => 'nomor HP atau rekening sama dengan anggota lain',
  },
  {
    icon: Percent,
    label: 'Rencana bonus menunggu persetujuan',
    to: adminPaths.compensation(),
    // Hidden if there are none: few shops have another owner.
    count: ({ plans_to_confirm }) => plans_to_confirm || null,
    text: () => 'dari pengelola lain',
  },
  {
    icon: Bug,
    label: 'Gangguan halaman',
    to: adminPaths.pageFaults(),
    // Hidden if the shop has no faults.
    count: ({ page_faults }) => page_faults || null,
    text: () => '7 hari terakhir',
    urgent: true,
  },
];

/** Waiting work, each kind with a link to the list where it is done. */
export function Waiting({ counts }: { counts: Today }) {
  const own = tiles.filter(({ count }) => count(counts) != null);
  return (
    <section aria-label="Yang menunggu">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {own.map((tile) => (
          <li key={tile.label}>
            <Waits tile={tile} counts={counts} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waits({ tile, counts }: { tile: Tile; counts: Today }) {
  const { icon: Icon, label, to, text, urgent } = tile;
  const count = tile.count(counts) ?? 0;
  const tone =
    count === 0
      ? 'bg-sunken text-muted'
      : urgent
        ? 'bg-danger-soft text-danger'
        : 'bg-brand-soft text-brand';
  return (
    <Link
      to={typeof to === 'string' ? to : to(counts)}
      className="flex h-full min-h-32 flex-col card p-4 hover:border-brand"
    >
      <span className="flex items-center gap-3">
        <span className={`grid size-9 shrink-0 place-items-center rounded-full ${tone}`}>
          <Icon aria-hidden size={18} />
        </span>
        <span className={`text-2xl font-semibold tabular-nums ${count === 0 ? 'text-muted' : ''}`}>
          {number(count)}
          {count >= MOST && '+'}
        </span>
      </span>
      <span className="mt-auto pt-2 text-sm font-medium">{label}</span>
      {text && <span className="text-xs text-muted">{text(counts)}</span>}
    </Link>
  );
}
