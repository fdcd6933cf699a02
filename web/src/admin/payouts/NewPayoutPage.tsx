import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { DuePeriod, PayoutPreview } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { Figures } from '@/admin/ui/Figures';
import { LeftOut } from './LeftOut';
import { taxName } from './labels';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { useAddressParams } from '@/ui/useAddressParams';
import { untilLeft, useMutation } from '@/ui/useMutation';

const option = ({ period_id, period_name, bonuses }: DuePeriod) =>
  [String(period_id), `${period_name} (${number(bonuses)} bonus)`] as const;

/** Prepares a payout of all bonuses of a period that can be paid. */
function NewPayoutPage() {
  const asked = useAddressParams();
  const period = asked.get('period_id') ?? '';
  const member = asked.get('member_uid') ?? '';
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/payouts/due'));
  return (
    <Screen
      title="Siapkan pembayaran"
      text={
        member
          ? 'Semua bonus satu anggota yang belum dibayar, berapa pun jumlahnya.'
          : 'Semua bonus periode yang belum dibayar masuk ke satu pembayaran.'
      }
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
      {period && <Preview key={`${period} ${member}`} period={period} member={member} />}
    </Screen>
  );
}

function Preview({ period, member }: { period: string; member: string }) {
  const { data, error, refetch } = useQuery(
    adminQuery('/api/admin/payouts/preview', {
      period_id: period,
      ...(member && { member_uid: member }),
    }),
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
          text={
            data.left_out > 0
              ? `Bonus ${data.period_name} yang tersisa belum dapat dibayar sekarang.`
              : `Bonus ${data.period_name} belum dihitung, sudah dibayar, atau sudah masuk pembayaran lain.`
          }
        />
      )}
      {data.left_out > 0 && !member && (
        <LeftOut
          period={data.period_id}
          text={`${number(data.left_out)} bonus (${rupiah(data.left_out_rp)}) tidak ikut, dan dapat disiapkan setelah penyebabnya selesai.`}
        />
      )}
    </div>
  );
}

function Preparation({ preview }: { preview: PayoutPreview }) {
  const navigate = useNavigate();
  const prepare = useMutation(async () => {
    const { period_id, member_uid, items, gross_rp, net_rp } = preview;
    const body = { period_id, member_uid, items, gross_rp, net_rp };
    const made = await save('POST /api/admin/payouts', { body });
    toast('success', 'Pembayaran disiapkan');
    void navigate(adminPaths.payout(made.payout.id), { replace: true });
    await untilLeft();
  });

  return (
    <section aria-label="Yang akan dibayar" className="grid gap-4">
      <Figures
        label="Jumlah pembayaran"
        figures={[
          ['Bonus', number(preview.items)],
          ['Penerima', number(preview.transfers)],
          ['Jumlah kotor', rupiah(preview.gross_rp)],
          [taxName(preview), rupiah(preview.tax_rp)],
          ['Ditransfer', rupiah(preview.net_rp)],
        ]}
      />
      {preview.member_name && (
        <p className="text-sm">
          Hanya untuk <strong>{preview.member_name}</strong> ({preview.member_uid}).
        </p>
      )}
      <Carried preview={preview} />
      <p className="text-sm text-muted">
        Rekening dan nama disimpan seperti sekarang. Pengelola lain harus menyetujui sebelum berkas
        bank tersedia.
      </p>
      {prepare.error && (
        <Problem text={sentence(prepare.error, 'Pembayaran gagal disiapkan. Coba lagi.')} />
      )}
      <div>
        <Button busy={prepare.isPending && 'Menyiapkan...'} onClick={() => prepare.mutate()}>
          Siapkan {number(preview.items)} bonus
        </Button>
      </div>
    </section>
  );
}

/** Effect of the minimum amount on this payout. */
function Carried({ preview: { carried, least_rp, period_name } }: { preview: PayoutPreview }) {
  if (carried === 0 && least_rp === 0) return null;
  return (
    <p className="text-sm text-muted">
      {least_rp > 0 &&
        `Yang bonusnya belum terkumpul ${rupiah(least_rp)} sebelum pajak menunggu pembayaran berikutnya. `}
      {carried > 0 &&
        `${number(carried)} bonus dari sebelum ${period_name} ikut dibayar; bonus seorang anggota ditransfer sekali.`}
    </p>
  );
}

export { NewPayoutPage as Component };
