import { Users } from 'lucide-react';
import { type ReactNode } from 'react';
import { BonusButton } from '@/admin/components/BonusButton';
import { adminPaths } from '@/admin/paths';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { usePage } from '@/admin/ui/usePage';
import { list } from '@/api/pages';
import type { Payout, PayoutItem, PayoutPage as Page } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { transferFailures } from '@/components/transferFailures';
import { Badge } from '@/ui/Badge';
import { buttonClass } from '@/ui/buttonClass';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { useAddressParams } from '@/ui/useAddressParams';
import { useRestoredState } from '@/ui/useRestoredState';
import { RemoveItemDialog } from './RemoveItemDialog';

const isLeftOut = ({ left_out_reason: reason }: Pick<PayoutItem, 'left_out_reason'>) =>
  reason !== null && reason !== undefined;

const columns: Columns<PayoutItem> = [
  {
    label: 'Anggota',
    cell: ({ member_name, member_uid, bonuses, carried }) => (
      <>
        {member_name}
        <span className="block text-xs font-normal text-muted">
          {member_uid}
          {carried > 0 && ` · ${number(bonuses)} bonus, ${number(carried)} dari sebelumnya`}
        </span>
      </>
    ),
  },
  {
    label: 'Rekening',
    cell: ({
      bank,
      bank_account,
      is_account_changed,
      account_changed_at,
      is_account_failed,
      is_suspended,
      ...item
    }) => (
      <>
        {bank} {bank_account}
        <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
          {item.failure && <Badge tone="bad">Transfer gagal</Badge>}
          {isLeftOut(item) && <Badge tone="plain">Dikeluarkan</Badge>}
          {is_account_changed && <Badge tone="waiting">Rekening sudah berubah</Badge>}
          {is_account_failed && !item.failure && (
            <Badge tone="bad">Transfer lain ke rekening ini gagal</Badge>
          )}
          {is_suspended && <Badge tone="bad">Ditangguhkan</Badge>}
        </span>
        {account_changed_at && (
          <span className="block text-xs text-warn">
            Rekening diganti {dateTime(account_changed_at)}
          </span>
        )}
        {item.failure && (
          <span className="block text-xs text-muted">{transferFailures[item.failure]}.</span>
        )}
        {item.left_out_reason && (
          <span className="block text-xs text-muted">{item.left_out_reason}</span>
        )}
      </>
    ),
  },
  { label: 'Kotor', numeric: true, cell: ({ gross_rp }) => rupiah(gross_rp) },
  { label: 'Pajak', numeric: true, cell: ({ tax_rp }) => rupiah(tax_rp) },
  { label: 'Ditransfer', numeric: true, cell: ({ net_rp }) => rupiah(net_rp) },
  {
    label: 'Asal',
    actions: true,
    cell: ({ member_name, made_of }) => (
      <BonusButton
        member={member_name}
        bonuses={made_of.map(({ id, period_name, gross_rp }) => ({
          id,
          period_name,
          bonus_rp: gross_rp,
        }))}
      />
    ),
  },
];

/** Column with the action that removes a transfer from a payout. */
const removal = (
  { id, state }: Payout,
  onAsk: (item: PayoutItem) => void,
): Columns<PayoutItem>[number] => ({
  label: 'Tindakan',
  actions: true,
  cell: (item) =>
    !item.failure &&
    !isLeftOut(item) && (
      <span className="flex flex-wrap gap-2">
        {state === 'paid' && (
          <Link to={adminPaths.payoutProof(id, item.id)} className={buttonClass('outline')}>
            Bukti<span className="sr-only">: {item.member_name}</span>
          </Link>
        )}
        <Button look="outline" className="lg:whitespace-nowrap" onClick={() => onAsk(item)}>
          {state === 'prepared' ? 'Keluarkan' : 'Transfer gagal'}
          <span className="sr-only">: {item.member_name}</span>
        </Button>
      </span>
    ),
});

type Props = {
  page: Page;
  /** Content below the table, shown once the table is loaded. */
  children: ReactNode;
};

/** Recipients of a payout: a row for each transfer. */
export function Receivers({ page: { payout, transfers, recent_accounts }, children }: Props) {
  const [asking, setAsking] = useRestoredState<PayoutItem | undefined>('removing', undefined);
  const asked = useAddressParams();
  const { id, state } = payout;
  // The last transfer of an unpaid payout cannot be removed alone; the payout is cancelled instead.
  const mayRemove = state === 'paid' || (state !== 'cancelled' && transfers > 1);
  const search = asked.get('search')?.trim() ?? '';
  const recent = asked.get('recent') === 'true';
  const items = list('/api/admin/payouts/{id}/items', {
    id,
    search,
    ...(recent && { recent: 'true' }),
  });
  const { answer, cursor } = usePage(items);
  return (
    <>
      <section aria-label="Penerima">
        <h2 className="mb-3 font-display text-lg font-semibold">Penerima</h2>
        <SearchBox
          label="Cari nama, ID, atau nomor rekening"
          short="Cari nama, ID, atau rekening"
          className="mb-4 max-w-md"
        />
        {(recent || recent_accounts > 0) && (
          <div className="mb-4 max-w-md">
            <FilterSelect
              name="recent"
              label="Rekening"
              options={[
                ['', 'Semua rekening'],
                ['true', 'Yang baru diganti'],
              ]}
            />
          </div>
        )}
        <PagedTable
          label="Penerima"
          list={items}
          rowsOf={(found) => found.items}
          keyOf={(item) => item.id}
          columns={mayRemove ? [...columns, removal(payout, setAsking)] : columns}
          empty={{ icon: Users, title: 'Tidak ada penerima' }}
        />
        {asking && (
          <RemoveItemDialog payout={payout} item={asking} onClose={() => setAsking(undefined)} />
        )}
      </section>
      {(answer || cursor) && children}
    </>
  );
}
