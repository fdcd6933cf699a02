import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NET } from '@/admin/components/sales';
import { BonusButton } from '@/admin/components/BonusButton';
import { adminPaths } from '@/admin/paths';
import { sentence } from '@/errors';
import type { Calculation as Result, AdminPeriod } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { CalculateForm } from './CalculateForm';
import { Figures } from '@/admin/ui/Figures';
import { query } from '@/api/calls';
import { percent } from '@/components/percent';

/** Bonuses that a period has, or would have; and the form that calculates them. */
export function Calculation({ period }: { period: AdminPeriod }) {
  // For a period that is still open, a preview is calculated only on request.
  const [wanted, setWanted] = useState(false);
  const asked = wanted || period.state !== 'open';
  const { data, error, refetch, isFetching } = useQuery({
    ...query('/api/admin/periods/{id}/calculation', { id: period.id }),
    enabled: asked,
  });
  return (
    <section aria-label="Perhitungan bonus" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto font-display text-lg font-semibold">
          {period.state === 'calculated' ? 'Hasil perhitungan' : 'Perhitungan bonus'}
        </h2>
        {period.state === 'calculated' && (
          <>
            <Link
              to={adminPaths.payouts({ period_id: String(period.id) })}
              className={buttonClass('outline')}
            >
              Lihat pembayaran
            </Link>
            <Link to={adminPaths.newPayout(period.id)} className={buttonClass()}>
              Siapkan pembayaran
            </Link>
          </>
        )}
        {!asked && (
          <Button look="outline" onClick={() => setWanted(true)}>
            Lihat perkiraan
          </Button>
        )}
        {data && period.state !== 'calculated' && (
          <Button
            look="outline"
            busy={isFetching && 'Menghitung...'}
            onClick={() => void refetch()}
          >
            Hitung ulang perkiraan
          </Button>
        )}
      </div>
      {data ? (
        <Outcome period={period} result={data} />
      ) : error ? (
        <>
          <Problem
            text={sentence(error, 'Perhitungan gagal dimuat.')}
            onRetry={() => void refetch()}
          />
          <p className="text-sm">
            <Link
              to={adminPaths.compensation()}
              className="text-brand underline underline-offset-2"
            >
              Rencana kompensasi
            </Link>{' '}
            menentukan cara bonus dihitung.
          </p>
        </>
      ) : (
        asked && <Loading />
      )}
      {data && period.state === 'ended' && data.digest != null && (
        <CalculateForm period={period} digest={data.digest} />
      )}
    </section>
  );
}

function Outcome({ period, result }: { period: AdminPeriod; result: Result }) {
  const scaled = result.uncapped_rp > result.cap_rp;
  return (
    <>
      <Figures
        label="Angka perhitungan"
        figures={[
          ['Anggota dengan BV', number(result.members)],
          ['Bonus', number(result.bonuses)],
          ['Jumlah bonus', rupiah(result.bonus_rp)],
          [NET, rupiah(result.sales_rp)],
        ]}
      />
      <Share result={result} />
      <p className="text-sm text-muted">
        {scaled
          ? `Sebelum batas jumlahnya ${rupiah(result.uncapped_rp)}; setiap bonus dikecilkan sebanding agar tidak melewati ${rupiah(result.cap_rp)}.`
          : `Masih dalam batas ${rupiah(result.cap_rp)}.`}{' '}
        Dihitung dengan{' '}
        <Link to={adminPaths.compensation()} className="text-brand underline underline-offset-4">
          rencana kompensasi versi {result.plan_id}
        </Link>
        .
      </p>
      {result.waiting_orders > 0 && (
        <p className="rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
          {number(result.waiting_orders)} pesanan periode ini ({rupiah(result.waiting_rp)}) belum
          dibayar atau belum diterima, dan tidak ikut terhitung.
          {result.digest != null &&
            ' Setelah periode dihitung, pesanan itu masuk ke periode berikutnya.'}
        </p>
      )}
      {result.largest.length > 0 && (
        <div>
          <h3 className="mb-3 font-semibold">Bonus terbesar</h3>
          <ol aria-label="Bonus terbesar" className="card divide-y divide-line text-sm">
            {result.largest.map((bonus) => (
              <li
                key={bonus.member_uid}
                className="flex flex-wrap items-center gap-x-4 px-4 py-2.5"
              >
                <span className="min-w-0 flex-1">
                  {bonus.member_name}
                  <span className="ml-2 text-xs text-muted">{bonus.member_uid}</span>
                </span>
                <span className="whitespace-nowrap tabular-nums">{rupiah(bonus.bonus_rp)}</span>
                {bonus.id != null && (
                  <BonusButton
                    member={bonus.member_name}
                    bonuses={[{ id: bonus.id, period_name: period.name, bonus_rp: bonus.bonus_rp }]}
                  />
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

/** The bonuses' share of the sales as a bar, with the cap as a mark. */
function Share({ result: { bonus_percent, cap_percent } }: { result: Result }) {
  // The bar extends a little beyond the cap, if there is one.
  const whole = Math.max(cap_percent, bonus_percent, 1) * 1.15;
  const at = (value: number) => `${Math.min(100, (value / whole) * 100)}%`;
  return (
    <div className="card p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>
          <strong>{percent(bonus_percent)}</strong> dari penjualan bersih
        </span>
        <span className="text-muted">batas {percent(cap_percent)}</span>
      </p>
      <div aria-hidden className="relative mt-2 h-3 rounded-full bg-sunken">
        <div className="h-full rounded-full bg-brand" style={{ width: at(bonus_percent) }} />
        <div
          className="absolute -inset-y-1 w-0.5 bg-accent-strong"
          style={{ left: at(cap_percent) }}
        />
      </div>
    </div>
  );
}
