import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FileQuestion, Printer, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { query } from '@/api/calls';
import type { TaxNumber } from '@/api/schema';
import { save } from '@/api/save';
import { monthName } from '@/dates';
import { ApiError, sentence } from '@/errors';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';
import { useTitle } from '@/ui/useTitle';
import { useRestoredState } from '@/ui/useRestoredState';
import { TaxSlipPaper } from './TaxSlipPaper';

const numberQuery = query('/api/me/tax-number');
const slipsQuery = query('/api/tax-slips');

/** The member's tax number and tax slips, or the slip of a month. */
function TaxPage() {
  const { month } = useParams();
  return month ? <SlipPage month={month} /> : <Overview />;
}

type FrameProps = { title: string; back: string; to: string; children: ReactNode };

function Frame({ title, back, to, children }: FrameProps) {
  useTitle(title);
  return (
    <div className="page max-w-3xl py-6 sm:py-10 print:max-w-none print:p-0">
      <div className="flex items-center gap-2 print:hidden">
        <BackLink to={to} label={back} />
        <h1 className="font-display text-3xl font-semibold">{title}</h1>
      </div>
      <div className="mt-6 grid gap-5 print:mt-0">{children}</div>
    </div>
  );
}

function Overview() {
  const number = useQuery(numberQuery);
  return (
    <Frame title="Pajak bonus" to={paths.bonus()} back="Kembali ke bonus">
      {number.data ? (
        <NumberForm key={number.data.number} kept={number.data} />
      ) : number.error ? (
        <Problem
          text={sentence(number.error, 'Gagal memuat NPWP atau NIK.')}
          onRetry={() => void number.refetch()}
        />
      ) : (
        <Loading />
      )}
      <Slips />
    </Frame>
  );
}

const notes: Record<TaxNumber['state'], string> = {
  missing: 'Tanpa NPWP atau NIK yang tervalidasi, PPh 21 dipotong lebih tinggi.',
  unchecked: 'Menunggu diperiksa oleh toko.',
  validated: 'Tervalidasi. Nomor ini ada di bukti potong Anda.',
  rejected: 'Nomor ini tidak cocok. Periksa dan isi lagi.',
};

function NumberForm({ kept }: { kept: TaxNumber }) {
  const [typed, setTyped] = useRestoredState('tax number', kept.number);
  const { mutate, isPending, error, reset } = useMutation(async () => {
    const body = { number: typed };
    await save('PUT /api/me/tax-number', { body }, { keep: numberQuery });
    toast('success', 'Tersimpan.');
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit(mutate)}
      className="grid items-start gap-4 card p-5 sm:grid-cols-[1fr_auto]"
    >
      <TextField
        label="NPWP atau NIK"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={error ? sentence(error, 'Gagal menyimpan. Coba lagi.') : undefined}
        hint={notes[kept.state]}
        onChange={({ target: { value } }) => {
          setTyped(value);
          reset();
        }}
      />
      <Button type="submit" busy={isPending && 'Menyimpan...'} className="sm:mt-6.5">
        Simpan
      </Button>
    </form>
  );
}

function Slips() {
  const { data, error, refetch } = useQuery(slipsQuery);
  if (!data)
    return error ? (
      <Problem
        text={sentence(error, 'Gagal memuat bukti potong.')}
        onRetry={() => void refetch()}
      />
    ) : (
      <Loading />
    );
  if (data.slips.length === 0)
    return (
      <Empty
        icon={ReceiptText}
        title="Belum ada bukti potong."
        text="Bukti potong ada setelah bonus Anda dibayar."
      />
    );
  return (
    <section aria-labelledby="slips">
      <h2 id="slips" className="mb-3 font-display text-xl font-semibold">
        Bukti potong
      </h2>
      <ul className="divide-y divide-line overflow-hidden card">
        {data.slips.map(({ month, number, gross_rp, tax_rp }) => (
          <li key={month}>
            <Link
              to={paths.tax(month)}
              className="flex items-center gap-4 px-5 py-3 -outline-offset-2 hover:bg-brand-soft"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{monthName(month)}</span>
                <span className="block text-sm text-muted wrap-anywhere">{number}</span>
              </span>
              <span className="text-right text-sm tabular-nums">
                <span className="block font-semibold">{rupiah(tax_rp)}</span>
                <span className="block text-muted">dari {rupiah(gross_rp)}</span>
              </span>
              <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SlipPage({ month }: { month: string }) {
  const { data, error, refetch } = useQuery(query('/api/tax-slips/{month}', { month }));
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Frame title="Bukti potong" to={paths.tax()} back="Kembali ke pajak bonus">
      {data ? (
        <>
          {!data.is_final && (
            <p
              role="status"
              className="rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn print:hidden"
            >
              Bulan ini belum selesai: jumlahnya masih dapat bertambah.
            </p>
          )}
          <TaxSlipPaper slip={data} />
          <div className="flex justify-end print:hidden">
            <Button onClick={() => window.print()}>
              <Printer aria-hidden size={18} />
              Cetak atau simpan PDF
            </Button>
          </div>
        </>
      ) : missing ? (
        <Empty icon={FileQuestion} title="Bukti potong tidak ditemukan." />
      ) : error ? (
        <Problem
          text={sentence(error, 'Gagal memuat bukti potong.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

export { TaxPage as Component };
