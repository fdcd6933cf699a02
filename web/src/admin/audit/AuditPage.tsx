import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Screen } from '@/admin/ui/Screen';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import type { AuditEntry, AuditLog, Subject } from '@/api/schema';
import { dateTime } from '@/format';
import { SearchBox } from '@/ui/SearchBox';

const subjects: Record<Subject, string> = {
  order: 'Pesanan',
  product: 'Produk',
  category: 'Kategori',
  voucher: 'Voucher',
  banner: 'Banner',
  popup_voucher: 'Popup voucher',
  review: 'Ulasan',
  page: 'Halaman',
  member: 'Anggota',
  period: 'Periode BV',
  compensation_plan: 'Rencana kompensasi',
  payout: 'Pembayaran bonus',
  settings: 'Pengaturan',
};

const columns: Columns<AuditEntry> = [
  { label: 'Waktu', cell: ({ at }) => dateTime(at) },
  {
    label: 'Pengelola',
    cell: ({ actor_name, actor_email }) => (
      <>
        {actor_name}
        <span className="block text-xs break-all text-muted">{actor_email}</span>
      </>
    ),
  },
  {
    label: 'Data',
    cell: ({ subject, key, action }) => (
      <>
        {subjects[subject]} <span className="break-all">{key}</span>
        <span className="block text-xs text-muted">{action}</span>
      </>
    ),
  },
  { label: 'Perubahan', cell: (entry) => <Difference {...entry} /> },
];

/** What was changed in the back office: who, when, before and after. */
function AuditPage() {
  const [params] = useSearchParams();
  const query = {
    search: params.get('search')?.trim() ?? '',
    subject: params.get('subject') ?? '',
    key: params.get('key') ?? '',
  };
  return (
    <Screen title="Catatan perubahan" text="Setiap perubahan yang dibuat pengelola, terbaru dulu.">
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem]">
        <SearchBox label="Cari isi, nomor, atau email pengelola" />
        <FilterSelect
          name="subject"
          label="Jenis data"
          options={[['', 'Semua jenis'], ...Object.entries(subjects)]}
        />
      </div>
      <PagedTable
        label="Catatan perubahan"
        list={{ path: '/api/admin/audit', query, page: (answer: AuditLog) => answer }}
        rowsOf={({ entries }) => entries}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          icon: ScrollText,
          title: 'Belum ada perubahan',
          text: 'Yang diubah di kantor ini akan tercatat di sini.',
        }}
      />
    </Screen>
  );
}

type Fields = Record<string, unknown>;

/** Field by field what it was and what it became. */
function Difference({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const [old, current] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return (
    <dl className="grid gap-1 text-xs">
      {names.map((name) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-muted">{name}: </dt>
          <dd className="inline wrap-anywhere">
            {name in old && <del className="text-danger">{show(old[name])}</del>}{' '}
            {name in current && (
              <ins className="text-brand no-underline">{show(current[name])}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text || '–';
}

export { AuditPage as Component };
