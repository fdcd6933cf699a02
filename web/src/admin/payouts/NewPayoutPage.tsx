import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { DuePeriod, LeftOut, PayoutPreview } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { Figures } from '@/admin/ui/Figures';
import { taxName } from './words';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/calls';
import { list } from '@/api/pages';

const reasons: Record<LeftOut['reason'], string> = {
  suspended: 'Akun ditangguhkan',
  unverified_email: 'Email belum terverifikasi',
  no_account: 'Belum mengisi rekening bank',
  new_account: 'Rekening baru diganti, masih dalam masa tunggu',
  underway: 'Pembayaran lain bulan ini belum selesai; pajaknya dihitung bersama',
  sandbox: 'Dari pesanan yang dibayar di sandbox, tanpa uang',
};

const columns: Columns<LeftOut> = [
  { label: 'Anggota', cell: ({ member_name }) => member_name },
  { label: 'ID', cell: ({ member_uid }) => member_uid },
  { label: 'Bonus', numeric: true, cell: ({ bonus_rp }) => rupiah(bonus_rp) },
  { label: 'Alasan', cell: ({ reason }) => reasons[reason] },
];

const option = ({ period_id, period_name, bonuses }: DuePeriod) =>
  [String(period_id), `${period_name} (${number(bonuses)} bonus)`] as const;

/** Prepares a batch of all that can be paid of a period. */
function NewPayoutPage() {
  const period = useSearchParams()[0].get('period_id') ?? '';
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/payouts/due'));
  return (
    <Screen
      title="Siapkan pembayaran"
      text="Semua bonus periode yang belum dibayar masuk ke satu pembayaran."
      back={{ to: adminPaths.payouts(), label: 'Semua pembayaran' }}
    >
      {error && !data ? (
        <Problem text={sentence(error, 'Periode gagal dimuat.')} onRetry={() => void refetch()} />
      ) : data?.periods.length === 0 && !period ? (
        <Empty
          icon={CheckCheck}
          title="Tidak ada bonus yang menunggu"
          text="Bonus sebuah periode menunggu di sini setelah dihitung, sampai disiapkan."
        />
      ) : (
        <div className="mb-5 max-w-md">
          <FilterSelect
            name="period_id"
            label="Periode"
            options={[['', 'Pilih periode'], ...(data?.periods ?? []).map(option)]}
          />
        </div>
      )}
      {period && <Preview key={period} period={period} />}
    </Screen>
  );
}

function Preview({ period }: { period: string }) {
  const { data, error, refetch } = useQuery(
    adminQuery('/api/admin/payouts/preview', { period_id: period }),
  );
  if (!data)
    return error ? (
      <Problem text={sentence(error, 'Bonus gagal dimuat.')} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  return (
    <div className="grid gap-6">
      {data.items > 0 ? (
        <Preparation preview={data} />
      ) : (
        <Empty
          icon={CheckCheck}
          title="Tidak ada yang dapat disiapkan"
          text={`Bonus ${data.period_name} belum dihitung, sudah dibayar, atau sudah masuk pembayaran lain.`}
        />
      )}
      {data.left_out > 0 && (
        <section aria-label="Belum dapat dibayar">
          <h2 className="font-display text-lg font-semibold">Belum dapat dibayar</h2>
          <p className="mb-3 text-sm text-muted">
            {number(data.left_out)} bonus ({rupiah(data.left_out_rp)}) tidak ikut, dan dapat
            disiapkan setelah penyebabnya selesai.
          </p>
          <PagedTable
            label="Belum dapat dibayar"
            list={list('/api/admin/payouts/left-out', { period_id: period })}
            rowsOf={({ left_out }) => left_out}
            keyOf={({ id }) => id}
            columns={columns}
            empty={{ icon: CheckCheck, title: 'Semua dapat dibayar' }}
          />
        </section>
      )}
    </div>
  );
}

function Preparation({ preview }: { preview: PayoutPreview }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const prepare = async () => {
    setBusy(true);
    setFailure(undefined);
    const { period_id, items, gross_rp, net_rp } = preview;
    const body = { period_id, items, gross_rp, net_rp };
    try {
      const made = await save('POST /api/admin/payouts', { body });
      toast('success', 'Pembayaran disiapkan');
      void navigate(adminPaths.payout(made.payout.id), { replace: true });
    } catch (thrown) {
      setFailure(sentence(thrown, 'Pembayaran gagal disiapkan. Coba lagi.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-label="Yang akan dibayar" className="grid gap-4">
      <Figures
        label="Jumlah pembayaran"
        figures={[
          ['Bonus', number(preview.items)],
          ['Jumlah kotor', rupiah(preview.gross_rp)],
          [taxName(preview), rupiah(preview.tax_rp)],
          ['Ditransfer', rupiah(preview.net_rp)],
        ]}
      />
      <p className="text-sm text-muted">
        Rekening dan nama disimpan seperti sekarang. Pengelola lain harus menyetujui sebelum berkas
        bank tersedia.
      </p>
      {failure && <Problem text={failure} />}
      <div>
        <Button busy={busy && 'Menyiapkan...'} onClick={() => void prepare()}>
          Siapkan {number(preview.items)} bonus
        </Button>
      </div>
    </section>
  );
}

export { NewPayoutPage as Component };
