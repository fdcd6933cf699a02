import { adminPaths } from '@/admin/paths';
import type { Amount, BooksRow, Figures, OpenBooks } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Link } from '@/ui/Link';

type Line = {
  name: string;
  amount: Amount;
  /** Address that the figure links to; none for a sum over many days or periods. */
  to?: string | undefined;
};

/** Amounts in a column, each with its name; empty amounts are left out. */
function Lines({ lines }: { lines: Line[] }) {
  const some = lines.filter(({ amount }) => amount.count > 0 || amount.amount_rp !== 0);
  if (some.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="grid gap-1">
      {some.map(({ name, amount, to }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-2 lg:justify-end">
          <span className="text-xs text-muted">
            {name}
            {amount.count > 0 && ` (${number(amount.count)})`}
          </span>
          {to === undefined ? (
            <span className="tabular-nums">{rupiah(amount.amount_rp)}</span>
          ) : (
            <Link to={to} className="text-brand tabular-nums underline-offset-4 hover:underline">
              {rupiah(amount.amount_rp)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns the filter of a list for a day or a period of the books; null for their sum. */
function within({ date, period_id }: BooksRow): Record<string, string> | null {
  if (date) return { from: date, to: date };
  return period_id === null ? null : { period: String(period_id) };
}

function orders(row: BooksRow, filter: Record<string, string>): string | undefined {
  const narrowed = within(row);
  return narrowed ? adminPaths.orders({ ...filter, ...narrowed }) : undefined;
}

function payouts({ date, period_id }: BooksRow): string | undefined {
  if (date) return adminPaths.payouts({ state: 'paid', from: date, to: date });
  return period_id === null
    ? undefined
    : adminPaths.payouts({ state: 'paid', period_id: String(period_id) });
}

type Row = { row: BooksRow };

/** Money received in a day or a period of the books, by payment method. */
export function Coming({ row }: Row) {
  const { online, transfer, cod } = row.figures;
  const received = (method: string) => orders(row, { money: 'received', method });
  return (
    <Lines
      lines={[
        { name: 'Online', amount: online, to: received('online') },
        { name: 'Transfer bank', amount: transfer, to: received('transfer') },
        { name: 'COD', amount: cod, to: received('cod') },
      ]}
    />
  );
}

/** Money paid out in a day or a period of the books: fees, refunds, bonuses, tax and shipping. */
export function Going({ row }: Row) {
  const { fees, refunded, payouts: paid, tax_rp, shipping_borne } = row.figures;
  return (
    <Lines
      lines={[
        { name: 'Biaya kurir', amount: fees, to: orders(row, { money: 'fee' }) },
        { name: 'Dana kembali', amount: refunded, to: orders(row, { money: 'refunded' }) },
        { name: 'Bonus', amount: paid, to: payouts(row) },
        { name: 'Pajak bonus', amount: { count: 0, amount_rp: tax_rp }, to: payouts(row) },
        { name: 'Selisih ongkir, di luar sisa', amount: shipping_borne },
      ]}
    />
  );
}

/** Money received less money paid out, in a day or a period of the books. */
export function Left({ figures: { left_rp } }: { figures: Figures }) {
  return (
    <span className={`font-semibold tabular-nums ${left_rp < 0 ? 'text-danger' : ''}`}>
      {rupiah(left_rp)}
    </span>
  );
}

/** Amounts of a day or a period that are still unpaid: orders, cash on delivery, and bonuses. */
export function Open({ row }: Row) {
  const { unpaid, cash_due, bonuses_due } = row.figures;
  const pending = (method: string) => orders(row, { payment: 'pending', method });
  const due = row.period_id === null ? undefined : adminPaths.newPayout(row.period_id);
  return (
    <Lines
      lines={[
        { name: 'Belum dibayar', amount: unpaid, to: pending('online') },
        { name: 'COD belum masuk', amount: cash_due, to: pending('cod') },
        ...(bonuses_due ? [{ name: 'Bonus terutang', amount: bonuses_due, to: due }] : []),
      ]}
    />
  );
}

const cod = (shipment: string) =>
  adminPaths.orders({ payment: 'pending', method: 'cod', shipment });

/** Amounts that are open now, regardless of when they began. */
export function OpenNow({ open }: { open: OpenBooks }) {
  const tiles: (Line & { counted: 'pesanan' | 'pengembalian' | 'bonus' })[] = [
    {
      name: 'Menunggu pembayaran online',
      amount: open.unpaid,
      counted: 'pesanan',
      to: adminPaths.orders({ payment: 'pending', method: 'online' }),
    },
    {
      name: 'COD belum dikemas',
      amount: open.cod_waiting,
      counted: 'pesanan',
      to: cod('menunggu'),
    },
    { name: 'COD dikemas', amount: open.cod_packed, counted: 'pesanan', to: cod('dikemas') },
    {
      name: 'COD dikirim, uang belum masuk',
      amount: open.cod_sent,
      counted: 'pesanan',
      to: adminPaths.orders({ waiting: 'cash' }),
    },
    {
      name: 'Dana yang harus dikembalikan',
      amount: open.refunds_due,
      counted: 'pesanan',
      to: adminPaths.orders({ waiting: 'problem' }),
    },
    {
      name: 'Pengembalian menunggu dana',
      amount: open.returns_due,
      counted: 'pengembalian',
      to: adminPaths.returns(),
    },
    ...open.bonuses_due.map(({ period_id, period_name, count, amount_rp }) => ({
      name: `Bonus terutang, ${period_name}`,
      amount: { count, amount_rp },
      counted: 'bonus' as const,
      to: adminPaths.newPayout(period_id),
    })),
  ];
  return (
    <section aria-labelledby="open">
      <h2 id="open" className="mb-3 font-display text-xl font-semibold">
        Terbuka sekarang
      </h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {tiles.map(({ name, amount, counted, to = '' }) => (
          <li key={name}>
            <Link to={to} className="flex h-full flex-col card p-4 hover:border-brand">
              <span className="text-xs text-muted">{name}</span>
              <span className="mt-auto pt-1 text-lg font-semibold wrap-anywhere tabular-nums">
                {rupiah(amount.amount_rp)}
              </span>
              <span className="text-xs text-muted">
                {number(amount.count)} {counted}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
