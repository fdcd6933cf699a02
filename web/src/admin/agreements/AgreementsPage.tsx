import { paths } from '@/paths';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import type { AdminAgreement } from '@/api/schema';
import { began } from './words';

const columns: Columns<AdminAgreement> = [
  { label: 'Dokumen', cell: ({ title }) => title },
  { label: 'Alamat', cell: ({ slug }) => paths.agreement(slug) },
  {
    label: 'Yang berlaku',
    cell: ({ versions }) => {
      const current = versions.find(({ is_current }) => is_current);
      return current ? began(current) : '–';
    },
  },
  {
    label: 'Berikutnya',
    cell: ({ versions: [newest] }) => (newest && !newest.is_current ? began(newest) : '–'),
  },
];

/** The documents that members accept. */
function AgreementsPage() {
  return (
    <Screen
      title="Kode etik & ketentuan"
      text="Disetujui siapa pun yang mendaftar. Bila versi baru berlaku, setiap anggota dimintai persetujuan sekali lagi."
    >
      <Fetched query={adminQuery('/api/admin/agreements')}>
        {({ agreements }) => (
          <DataTable
            label="Dokumen"
            rows={agreements}
            keyOf={({ slug }) => slug}
            columns={columns}
            to={({ slug }) => adminPaths.agreement(slug)}
          />
        )}
      </Fetched>
    </Screen>
  );
}

export { AgreementsPage as Component };
