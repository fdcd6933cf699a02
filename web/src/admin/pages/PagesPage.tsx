import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Screen } from '@/admin/ui/Screen';
import type { AdminPageEntry } from '@/api/schema';
import { dateTime } from '@/dates';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';

const columns: Columns<AdminPageEntry> = [
  { label: 'Judul', cell: ({ title }) => title },
  { label: 'Alamat', cell: ({ slug }) => `/${slug}` },
  {
    label: 'Isi',
    cell: ({ updated_at, draft }) =>
      draft ? (
        <Badge tone="waiting">Draf</Badge>
      ) : updated_at ? (
        <Badge tone="info">Ditulis toko</Badge>
      ) : (
        <Badge>Bawaan</Badge>
      ),
  },
  { label: 'Diubah', cell: ({ updated_at }) => (updated_at ? dateTime(updated_at) : '–') },
];

const list = adminQuery('/api/admin/pages');

/** The shop's texts. */
function PagesPage() {
  return (
    <Screen title="Halaman" text="Halaman informasi yang ditautkan di bagian bawah toko.">
      <Fetched query={list}>
        {({ pages }) => (
          <DataTable
            label="Halaman"
            rows={pages}
            keyOf={({ slug }) => slug}
            columns={columns}
            to={({ slug }) => adminPaths.page(slug)}
          />
        )}
      </Fetched>
    </Screen>
  );
}

export { PagesPage as Component };
