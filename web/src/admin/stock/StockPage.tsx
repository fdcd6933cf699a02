import { useQuery } from '@tanstack/react-query';
import { Boxes, PackagePlus, X } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { Badge } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { StockMovement } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { useChooseParam } from '@/ui/useChooseParam';
import { adminQuery } from '@/admin/ui/adminQuery';
import { list } from '@/api/pages';
import { DateFilter } from '@/admin/components/DateFilter';
import { ProductSearchField } from '@/admin/components/ProductSearchField';
import { kinds } from '@/admin/components/productStatus';
import { StockDialog } from '@/admin/components/StockDialog';
import { useRestoredState } from '@/ui/useRestoredState';

const columns: Columns<StockMovement> = [
  { label: 'Produk', cell: (movement) => <ProductName {...movement} /> },
  { label: 'Waktu', cell: ({ at }) => dateTime(at) },
  {
    label: 'Jenis',
    cell: ({ kind }) => <Badge tone={kinds[kind][1]}>{kinds[kind][0]}</Badge>,
  },
  {
    label: 'Jumlah',
    numeric: true,
    cell: ({ quantity }) => `${quantity > 0 ? '+' : '−'}${number(Math.abs(quantity))}`,
  },
  {
    label: 'Keterangan',
    cell: ({ order_id, reason }) => (
      <span className="wrap-anywhere">{[order_id, reason].filter(Boolean).join(', ') || '–'}</span>
    ),
  },
  { label: 'Oleh', cell: ({ member_name }) => member_name ?? '–' },
];

const kindOptions = [
  ['', 'Semua jenis'],
  ...Object.entries(kinds).map(([value, [label]]) => [value, label] as const),
] as const;

/** History of stock movements, with a dialog to change stock. */
function StockPage() {
  const choose = useChooseParam();
  const knowsReport = useHasRole('finance', 'catalogue');
  const [open, setOpen] = useRestoredState('stock', false);
  const query = useFilters({ product_id: 'id', kind: kindOptions, from: 'day', to: 'day' });
  const product = useQuery({
    ...adminQuery('/api/admin/products/{id}', { id: query.product_id }),
    enabled: query.product_id !== '',
  });
  return (
    <Screen
      title="Stok"
      text="Setiap barang yang masuk dan keluar, terbaru dulu."
      actions={
        <>
          {knowsReport && (
            <Link to={adminPaths.stockReport()} className={buttonClass('outline')}>
              Cukup berapa hari
            </Link>
          )}
          <Button onClick={() => setOpen(true)}>
            <PackagePlus aria-hidden size={18} />
            Ubah stok
          </Button>
        </>
      }
    >
      <div className="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_10rem_10rem]">
        {query.product_id ? (
          <div className="flex min-h-11 items-center justify-between gap-2 rounded-xl bg-brand-soft pl-4 text-sm text-brand">
            <p className="min-w-0 truncate font-medium">
              {product.data
                ? `${product.data.name}, stok ${number(product.data.stock)}`
                : `Produk nomor ${query.product_id}`}
            </p>
            <button
              type="button"
              aria-label="Tampilkan semua produk"
              onClick={() => choose('product_id', '')}
              className="grid size-11 shrink-0 place-items-center"
            >
              <X aria-hidden size={18} />
            </button>
          </div>
        ) : (
          <ProductSearchField
            label="Produk"
            onPick={({ id }) => choose('product_id', String(id))}
          />
        )}
        <FilterSelect name="kind" label="Jenis" options={kindOptions} />
        <DateFilter name="from" label="Dari" />
        <DateFilter name="to" label="Sampai" />
      </div>
      <PagedTable
        label="Pergerakan stok"
        list={list('/api/admin/stock-movements', query)}
        rowsOf={({ movements }) => movements}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          icon: Boxes,
          title: 'Belum ada barang masuk',
          text: 'Terima barang pertama Anda dengan tombol Ubah stok.',
        }}
      />
      {open && <StockDialog product={product.data} onClose={() => setOpen(false)} />}
    </Screen>
  );
}

function ProductName({ product_id, product_name, variant }: StockMovement) {
  const knows = useHasRole('catalogue');
  const name = knows ? (
    <Link
      to={adminPaths.product(product_id)}
      className="text-brand wrap-anywhere underline-offset-4 hover:underline"
    >
      {product_name}
    </Link>
  ) : (
    <span className="wrap-anywhere">{product_name}</span>
  );
  return (
    <>
      {name}
      {variant && <span className="block text-sm text-muted wrap-anywhere">{variant}</span>}
    </>
  );
}

export { StockPage as Component };
