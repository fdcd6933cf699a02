import { useQuery } from '@tanstack/react-query';
import { Download, Images, Package, Plus, Upload } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { query } from '@/api/calls';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useChoice } from '@/admin/ui/useChoice';
import { useFilters } from '@/admin/ui/useFilters';
import { sentence } from '@/errors';
import type { ProductOverview } from '@/api/schema';
import { today } from '@/dates';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { SearchBox } from '@/ui/SearchBox';
import { toast } from '@/ui/toast';
import { download } from '@/admin/ui/download';
import { Moments } from './Moments';
import { statuses } from '@/admin/components/productStatus';
import { useMutation } from '@/ui/useMutation';
import { ProductBulkBar } from './ProductBulkBar';

const columns: Columns<ProductOverview> = [
  {
    label: 'Produk',
    cell: ({ id, name, picture }) => (
      <span className="flex gap-3">
        <span className="w-12 shrink-0 overflow-hidden rounded-lg">
          <Picture picture={picture} alt="" sizes={48} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          {name}
          <span className="block text-xs font-normal text-muted">Nomor {id}</span>
        </span>
      </span>
    ),
  },
  { label: 'Kategori', cell: ({ category_name }) => category_name },
  {
    label: 'Harga',
    numeric: true,
    cell: ({ price_rp, promo_rp }) =>
      promo_rp ? (
        <>
          {rupiah(promo_rp)} <s className="block text-xs text-muted">{rupiah(price_rp)}</s>
        </>
      ) : (
        rupiah(price_rp)
      ),
  },
  { label: 'BV', numeric: true, cell: ({ bv }) => number(bv) },
  { label: 'Stok', numeric: true, cell: ({ stock }) => number(stock) },
  { label: 'Terjual', numeric: true, cell: ({ sold }) => number(sold) },
  {
    label: 'Status',
    cell: (product) => (
      <>
        <Badge tone={statuses[product.status][1]}>{statuses[product.status][0]}</Badge>
        <span className="mt-1 grid text-xs text-muted empty:hidden">
          <Moments product={product} />
        </span>
      </>
    ),
  },
];

const statusOptions = [
  ['', 'Semua status'],
  ...Object.entries(statuses).map(([value, [label]]) => [value, label] as const),
] as const;

/** Products of the shop, including archived ones. */
function ProductsPage() {
  const { data } = useQuery(query('/api/admin/categories'));
  const filters = useFilters({ search: 'words', category_id: 'id', status: statusOptions });
  const choice = useChoice(filters);
  return (
    <Screen
      title="Produk"
      actions={
        <>
          <Export kind="csv" label="Ekspor CSV" />
          <Export kind="xlsx" label="Ekspor Excel" />
          <Link to={adminPaths.importProducts()} className={buttonClass('outline')}>
            <Upload aria-hidden size={18} />
            Impor
          </Link>
          <Link to={adminPaths.productPictures()} className={buttonClass('outline')}>
            <Images aria-hidden size={18} />
            Gambar
          </Link>
          <Link to={adminPaths.newProduct()} className={buttonClass()}>
            <Plus aria-hidden size={18} />
            Produk baru
          </Link>
        </>
      }
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_14rem_12rem]">
        <SearchBox
          label="Cari nama, nomor, SKU, atau barcode"
          short="Nama, nomor, SKU, atau barcode"
          className="sm:col-span-2 lg:col-span-1"
        />
        <FilterSelect
          name="category_id"
          label="Kategori"
          options={[
            ['', 'Semua kategori'],
            ...(data?.categories ?? []).map(({ id, name }) => [String(id), name] as const),
          ]}
        />
        <FilterSelect name="status" label="Status" options={statusOptions} />
      </div>
      <div className="flex flex-col">
        {/* Shown below the list, but placed before it, so that the keyboard need not go through the whole list. */}
        <ProductBulkBar
          ids={[...choice.chosen].map(Number)}
          filters={filters}
          onChoose={choice.onChoose}
        />
        <div className="min-w-0">
          <PagedTable
            label="Produk"
            list={list('/api/admin/products', filters)}
            rowsOf={({ products }) => products}
            keyOf={({ id }) => id}
            to={({ id }) => adminPaths.product(id)}
            columns={columns}
            choice={{ ...choice, nameOf: ({ name }) => name }}
            empty={{
              icon: Package,
              title: 'Belum ada produk',
              text: 'Buat kategori lebih dulu, lalu produk pertama Anda; atau impor semuanya dari sebuah tabel.',
              children: (
                <>
                  <Link to={adminPaths.categories()} className={buttonClass('outline')}>
                    Ke kategori
                  </Link>
                  <Link to={adminPaths.importProducts()} className={buttonClass('outline')}>
                    Impor dari tabel
                  </Link>
                  <Link to={adminPaths.newProduct()} className={buttonClass()}>
                    Produk baru
                  </Link>
                </>
              ),
            }}
          />
        </div>
      </div>
    </Screen>
  );
}

/** Downloads all products as a table for spreadsheets. */
function Export({ kind, label }: { kind: 'csv' | 'xlsx'; label: string }) {
  const { mutate, isPending } = useMutation(
    () => download(`produk-${today()}.${kind}`, `/api/admin/products.${kind}`),
    (error) => toast('error', 'Ekspor gagal', sentence(error, 'Coba lagi.')),
  );
  return (
    <Button look="outline" onClick={() => mutate()} busy={isPending && 'Mengekspor...'}>
      <Download aria-hidden size={18} />
      {label}
    </Button>
  );
}

export { ProductsPage as Component };
