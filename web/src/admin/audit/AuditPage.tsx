import { ScrollText } from 'lucide-react';
import { DayInput } from '@/admin/components/DateFilter';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { useFilters, type Options } from '@/admin/ui/useFilters';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Difference } from './Difference';
import { actions } from '@/admin/components/auditLabels';
import type { AuditEntry, Subject } from '@/api/schema';
import { dateTime, today } from '@/dates';
import { buttonClass } from '@/ui/buttonClass';
import { inputClass } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';

const subjects: Record<Subject, string> = {
  order: 'Pesanan',
  return: 'Pengembalian',
  product: 'Produk',
  category: 'Kategori',
  voucher: 'Voucher',
  banner: 'Banner',
  popup_voucher: 'Popup voucher',
  review: 'Ulasan',
  question: 'Pertanyaan',
  page: 'Halaman',
  member: 'Anggota',
  period: 'Periode BV',
  compensation_plan: 'Rencana kompensasi',
  compensation_plan_draft: 'Draf rencana kompensasi',
  payout: 'Pembayaran bonus',
  settings: 'Pengaturan',
  message: 'Pesan',
  message_text: 'Teks pesan',
  webhook: 'Webhook',
  agreement: 'Dokumen',
  backup: 'Cadangan',
};

/** Addresses of the subjects' pages; deleted subjects have no `target`. */
const places: Partial<Record<Subject, (entry: AuditEntry) => string | false>> = {
  // An exported file of orders has a name, but no page.
  order: ({ key, action }) => (action === 'export' ? adminPaths.orders() : adminPaths.order(key)),
  return: ({ target }) => !!target && adminPaths.return(Number(target)),
  product: ({ target }) => !!target && adminPaths.product(Number(target)),
  category: () => adminPaths.categories(),
  voucher: ({ target }) => !!target && adminPaths.voucher(Number(target)),
  banner: ({ target }) => !!target && adminPaths.banner(Number(target)),
  popup_voucher: ({ target }) => !!target && adminPaths.popup(Number(target)),
  review: () => adminPaths.reviews(),
  question: () => adminPaths.questions(),
  page: ({ key }) => adminPaths.page(key),
  member: ({ key, action }) =>
    action === 'export' ? adminPaths.members() : adminPaths.member(key),
  period: ({ target }) => (target ? adminPaths.period(Number(target)) : adminPaths.periods()),
  compensation_plan: () => adminPaths.compensation(),
  compensation_plan_draft: () => adminPaths.compensation(),
  payout: ({ key }) => adminPaths.payout(Number(key)),
  settings: () => adminPaths.settings(),
  message: () => adminPaths.messages(),
  message_text: () => adminPaths.messageTexts(),
  webhook: () => adminPaths.webhooks(),
  agreement: ({ key }) => adminPaths.agreement(key),
  backup: () => adminPaths.backups(),
};

function Thing({ entry }: { entry: AuditEntry }) {
  const { subject, key, title } = entry;
  const place = places[subject]?.(entry);
  const name = <>{title ?? key}</>;
  return (
    <>
      {place ? (
        <Link to={place} className="wrap-anywhere text-brand underline underline-offset-2">
          {name}
        </Link>
      ) : (
        <span className="wrap-anywhere">{name}</span>
      )}
      {title && title !== key && <span className="text-muted"> ({key})</span>}
    </>
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
    cell: (entry) => (
      <>
        {subjects[entry.subject]} <Thing entry={entry} />
        <span className="block text-xs text-muted">{actions[entry.action] ?? entry.action}</span>
      </>
    ),
  },
  { label: 'Perubahan', cell: (entry) => <Difference {...entry} /> },
];

const subjectOptions: Options = [['', 'Semua jenis'], ...Object.entries(subjects)];

/** Changes made in the office: who, when, before and after. */
function AuditPage() {
  const query = useFilters({
    search: 'words',
    subject: subjectOptions,
    key: 'words',
    from: 'day',
    to: 'day',
  });
  return (
    <Screen
      title="Catatan perubahan"
      text="Setiap perubahan yang dibuat pengelola, terbaru dulu."
      actions={
        <>
          <Link to={adminPaths.jobs()} className={buttonClass('outline')}>
            Pekerjaan toko
          </Link>
          <Link to={adminPaths.pageFaults()} className={buttonClass('outline')}>
            Gangguan halaman
          </Link>
        </>
      }
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_14rem_auto_auto]">
        <SearchBox
          label="Cari isi, nomor, atau email pengelola"
          short="Cari isi, nomor, atau email"
        />
        <FilterSelect name="subject" label="Jenis data" options={subjectOptions} />
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

/** Filters the list by a day. */
function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="w-14 shrink-0 text-muted lg:w-auto">{label}</span>
      <DayInput name={name} max={today()} className={inputClass(false)} />
    </label>
  );
}

export { AuditPage as Component };
