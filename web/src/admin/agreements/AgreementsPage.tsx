import { paths } from '@/paths';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import type { CountedAgreement } from '@/api/schema';
import { number } from '@/format';
import { began } from './labels';

const columnsOf = (members: number): Columns<CountedAgreement> => [
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
    label: 'Disetujui',
    cell: ({ accepted }) => `${number(accepted)} dari ${number(members)} anggota`,
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
      text="Disetujui siapa pun yang mendaftar. Versi baru dikabarkan kepada setiap anggota saat diterbitkan, dan dimintakan persetujuan saat berlaku."
    >
      <Fetched query={adminQuery('/api/admin/agreements')}>
        {({ agreements, members }) => (
          <DataTable
            label="Dokumen"
            rows={agreements}
            keyOf={({ slug }) => slug}
            columns={columnsOf(members)}
            to={({ slug }) => adminPaths.agreement(slug)}
          />
        )}
      </Fetched>
    </Screen>
  );
}

export { AgreementsPage as Component };
