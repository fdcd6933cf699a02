import { useQuery } from '@tanstack/react-query';
import { Download, Receipt } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { download } from '@/admin/ui/download';
import { Figures } from '@/admin/ui/Figures';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import { list } from '@/api/pages';
import type { MemberTaxSlip, TaxMonth, TaxMonths } from '@/api/schema';
import { monthName } from '@/dates';
import { sentence } from '@/errors';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { SearchBox } from '@/ui/SearchBox';
import { toast } from '@/ui/toast';
import { numberStates } from '@/admin/components/taxNumber';
import { useAddressParams } from '@/ui/useAddressParams';
import { useMutation } from '@/ui/useMutation';

const columns: Columns<MemberTaxSlip> = [
  {
    label: 'Anggota',
    cell: ({ member_name, member_uid }) => (
      <>
        {member_name}
        <span className="block text-xs font-normal text-muted">{member_uid}</span>
      </>
    ),
  },
  {
    label: 'Bukti potong',
    cell: (slip) => <span className="whitespace-nowrap">{slip.number}</span>,
  },
  {
    label: 'NPWP/NIK',
    cell: ({ tax_number: { number: digits, state } }) => (
      <span className="flex flex-wrap items-center gap-2">
        {digits && <span className="tabular-nums">{digits}</span>}
        <Badge tone={numberStates[state][1]}>{numberStates[state][0]}</Badge>
      </span>
    ),
  },
  { label: 'Bruto', numeric: true, cell: ({ gross_rp }) => rupiah(gross_rp) },
  { label: 'Dasar', numeric: true, cell: ({ base_rp }) => rupiah(base_rp) },
  { label: 'Pajak', numeric: true, cell: ({ tax_rp }) => rupiah(tax_rp) },
];

const states = [
  ['', 'Semua NPWP/NIK'],
  ...Object.entries(numberStates).map(([state, [word]]) => [state, word] as const),
] as const;

/** Tax withheld from members' bonuses, month by month, and the files that report it. */
function TaxPage() {
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/tax/months'));
  return (
    <Screen
      title="Pajak bonus"
      text="Yang dipotong dari bonus anggota, per bulan. Bulan sebuah pembayaran adalah bulan saat disiapkan."
      actions={
        <>
          <Link to={adminPaths.uncheckedNumbers()} className={buttonClass('outline')}>
            Periksa NPWP/NIK
          </Link>
          <Link to={adminPaths.taxRules()} className={buttonClass('outline')}>
            Aturan PPh 21
          </Link>
        </>
      }
    >
      {data ? (
        <Months months={data} />
      ) : error ? (
        <Problem text={sentence(error, 'Pajak gagal dimuat.')} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function Months({ months: { now, months } }: { months: TaxMonths }) {
  const params = useAddressParams();
  const known = months.map(({ month }) => month);
  const all = known.includes(now) ? known : [now, ...known];
  const month = params.get('month') ?? known[0] ?? now;
  return (
    <div className="grid gap-6">
      <div className="max-w-xs">
        <FilterSelect
          name="month"
          label="Bulan"
          options={[
            // Without a choice, the newest month with a payout is selected.
            ...(params.has('month') ? [] : [['', monthName(month)] as const]),
            ...all
              .filter((each) => params.has('month') || each !== month)
              .map((each) => [each, monthName(each)] as const),
          ]}
        />
      </div>
      <Month key={month} month={month} />
    </div>
  );
}

function Month({ month }: { month: string }) {
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/tax/{month}', { month }));
  if (!data)
    return error ? (
      <Problem text={sentence(error, 'Pajak gagal dimuat.')} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  return (
    <section aria-label={monthName(month)} className="grid gap-4">
      <Figures
        label="Jumlah bulan ini"
        figures={[
          ['Anggota', number(data.members)],
          ['Bruto', rupiah(data.gross_rp)],
          ['Pajak dipotong', rupiah(data.tax_rp)],
          [
            'Status',
            <Badge key="state" tone={data.is_final ? 'good' : 'info'}>
              {data.is_final ? 'Tetap' : 'Masih dapat bertambah'}
            </Badge>,
          ],
        ]}
      />
      <Missing month={data} />
      <Files month={data} />
      <Slips month={month} />
    </section>
  );
}

function Slips({ month }: { month: string }) {
  const query = { month, ...useFilters({ search: 'words', number: states }) };
  return (
    <section aria-label="Bukti potong">
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <SearchBox label="Cari nama atau ID" />
        <FilterSelect name="number" label="NPWP/NIK" options={states} />
      </div>
      <PagedTable
        label="Bukti potong"
        list={list('/api/admin/tax/{month}/slips', query)}
        within={['month']}
        rowsOf={({ slips }) => slips}
        keyOf={(slip) => slip.number}
        to={({ member_uid }) => adminPaths.member(member_uid)}
        columns={columns}
        empty={{
          icon: Receipt,
          title: 'Belum ada yang dipotong',
          text: 'Bukti potong terbit saat pembayaran bonus ditandai dibayar.',
        }}
      />
    </section>
  );
}

/** Reasons why a month's file for the tax office is incomplete. */
function Missing({ month }: { month: TaxMonth }) {
  const lines = [
    month.underway > 0 &&
      `${number(month.underway)} pembayaran bulan ini belum selesai: selesaikan atau batalkan.`,
    month.without_number > 0 &&
      `${number(month.without_number)} anggota belum punya NPWP atau NIK yang tervalidasi, dan tidak ikut di berkas XML.`,
    month.members > 0 && !month.has_shop_number && 'NPWP toko belum diisi di Pengaturan.',
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-2 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Files({ month: { month, members, is_final, has_shop_number } }: { month: TaxMonth }) {
  const { mutate, variables: saved } = useMutation(
    (kind: 'csv' | 'xml') =>
      kind === 'csv'
        ? download(`pph21-${month}.csv`, '/api/admin/tax/{month}/slips.csv', { month })
        : download(`bp21-${month}.xml`, '/api/admin/tax/{month}/bp21.xml', { month }),
    (error) => toast('error', 'Berkas gagal diunduh', sentence(error, 'Coba lagi.')),
  );
  if (members === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        look="outline"
        disabled={saved === 'xml'}
        busy={saved === 'csv' && 'Mengunduh...'}
        onClick={() => mutate('csv')}
      >
        <Download aria-hidden size={18} />
        Daftar (CSV)
      </Button>
      <Button
        look="outline"
        disabled={!is_final || !has_shop_number || saved === 'csv'}
        busy={saved === 'xml' && 'Mengunduh...'}
        onClick={() => mutate('xml')}
      >
        <Download aria-hidden size={18} />
        Berkas Coretax (XML)
      </Button>
      {!is_final && (
        <p className="flex-1 basis-60 text-sm text-muted">
          Berkas XML ada setelah bulannya lewat dan semua pembayarannya selesai.
        </p>
      )}
    </div>
  );
}

export { TaxPage as Component };
