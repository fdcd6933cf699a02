import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Screen } from '@/admin/ui/Screen';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { actions, fields, words } from './words';
import type { AuditEntry, Subject } from '@/api/schema';
import { dateTime, today } from '@/dates';
import { inputClass } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { useChooseParam } from '@/ui/useChooseParam';

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

/** Where the things are that have a page of their own. */
const places: Partial<Record<Subject, string>> = {
  order: '/admin/orders/',
  product: '/admin/products/',
  member: '/admin/members/',
  voucher: '/admin/vouchers/',
};

function Thing({ subject, entryKey }: { subject: Subject; entryKey: string }) {
  const place = places[subject];
  if (!place || !entryKey) return <span className="break-all">{entryKey}</span>;
  return (
    <Link
      to={place + encodeURIComponent(entryKey)}
      className="break-all text-brand underline underline-offset-2"
    >
      {entryKey}
    </Link>
  );
}

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
        {subjects[subject]} <Thing subject={subject} entryKey={key} />
        <span className="block text-xs text-muted">{actions[action] ?? action}</span>
      </>
    ),
  },
  { label: 'Perubahan', cell: (entry) => <Difference {...entry} /> },
];

/** What was changed in the admin: who, when, before and after. */
function AuditPage() {
  const [params] = useSearchParams();
  const query = {
    search: params.get('search')?.trim() ?? '',
    subject: params.get('subject') ?? '',
    key: params.get('key') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  };
  return (
    <Screen title="Catatan perubahan" text="Setiap perubahan yang dibuat pengelola, terbaru dulu.">
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem] lg:grid-cols-[1fr_14rem_auto_auto]">
        <SearchBox label="Cari isi, nomor, atau email pengelola" />
        <FilterSelect
          name="subject"
          label="Jenis data"
          options={[['', 'Semua jenis'], ...Object.entries(subjects)]}
        />
        <DayFilter name="from" label="Dari" />
        <DayFilter name="to" label="Sampai" />
      </div>
      <PagedTable
        label="Catatan perubahan"
        list={list('/api/admin/audit', query)}
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

/** A day that narrows the list; it stands in the page's address. */
function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const value = useSearchParams()[0].get(name) ?? '';
  const choose = useChooseParam<'from' | 'to'>();
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="w-14 shrink-0 text-muted lg:w-auto">{label}</span>
      <input
        type="date"
        value={value}
        max={today()}
        onChange={(event) => choose(name, event.target.value)}
        className={inputClass(false)}
      />
    </label>
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
          <dt className="inline text-muted">{fields[name] ?? name}: </dt>
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
  if (value === null || value === '') return '–';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return dateTime(value);
  const text = typeof value === 'string' ? (words[value] ?? value) : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

export { AuditPage as Component };
