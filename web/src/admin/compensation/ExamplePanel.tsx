import { NumberField } from '@/admin/ui/NumberField';
import type { Example } from '@/api/schema';
import { sentence } from '@/errors';
import { rupiah } from '@/format';
import { percent } from '@/components/percent';
import { Button } from '@/ui/Button';
import { Problem } from '@/ui/Problem';
import { firstNetwork, type Network } from './exampleNetwork';
import { FaultList } from './FaultList';
import { NetworkPicture } from './NetworkPicture';
import type { PlanForm } from './planForm';
import type { useExample } from './useExample';

type Props = {
  plan: PlanForm;
  network: Network;
  onChange: (network: Network) => void;
  tried: ReturnType<typeof useExample>;
};

/**
 * Small example network next to the plan: the amount that it would pay to each member, and the
 * reason.
 */
export function ExamplePanel({ plan, network, onChange, tried }: Props) {
  const { outcome, faults, ofNetwork, error, stale, retry } = tried;
  return (
    <section
      aria-labelledby="plan-example"
      className="min-w-0 card p-4 sm:p-5 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="plan-example" className="font-display text-lg font-semibold">
          Contoh perhitungan
        </h2>
        {JSON.stringify(network) !== JSON.stringify(firstNetwork) && (
          <Button look="quiet" className="px-3!" onClick={() => onChange(firstNetwork)}>
            Contoh awal
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-muted">
        Yang menjorok ke kanan berada di bawah yang di atasnya. Buka seorang anggota untuk melihat
        asal bonusnya dan mengubah poinnya.
      </p>
      <NumberField
        className="mt-4"
        label="Penjualan periode (Rp)"
        value={network.sales}
        error={ofNetwork.find(({ field }) => field === 'sales_rp')?.message}
        onChange={({ target }) => onChange({ ...network, sales: target.value })}
      />
      <div
        aria-live="polite"
        aria-busy={stale}
        className={`mt-4 min-h-31 transition-opacity ${stale ? 'opacity-60' : ''}`}
      >
        {outcome ? (
          <Totals outcome={outcome} plan={plan} />
        ) : faults.length > 0 ? (
          <FaultList />
        ) : ofNetwork.length > 0 ? (
          <p className="rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
            {ofNetwork[0]?.message}
          </p>
        ) : error ? (
          <Problem text={sentence(error, 'Contoh gagal dihitung.')} onRetry={retry} />
        ) : (
          <p className="text-sm text-muted">Menghitung...</p>
        )}
      </div>
      <div className="mt-4">
        <NetworkPicture
          plan={plan}
          network={network}
          onChange={onChange}
          outcome={outcome}
          faults={ofNetwork}
        />
      </div>
    </section>
  );
}

/** Sum of all bonuses, compared with the cap. */
function Totals({ outcome, plan }: { outcome: Example; plan: PlanForm }) {
  const { uncapped_rp, cap_rp, bonus_rp, lines } = outcome;
  const unpaid = plan.components.filter(({ code }) =>
    lines.every((line) => line.component !== code),
  );
  const isScaled = uncapped_rp > cap_rp;
  const share =
    cap_rp > 0 ? Math.min(100, (uncapped_rp / cap_rp) * 100) : uncapped_rp > 0 ? 100 : 0;
  return (
    <div className="rounded-xl bg-sunken p-4 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 [&>dd]:text-right [&>dd]:tabular-nums">
        <dt className="font-semibold">Semua bonus</dt>
        <dd className="font-semibold">{rupiah(bonus_rp)}</dd>
        {isScaled && (
          <>
            <dt>Sebelum batas</dt>
            <dd>{rupiah(uncapped_rp)}</dd>
          </>
        )}
        <dt>Batas ({percent(plan.cap_percent)} penjualan)</dt>
        <dd>{rupiah(cap_rp)}</dd>
      </dl>
      <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${isScaled ? 'bg-danger' : 'bg-success'}`}
          style={{ width: `${share}%` }}
        />
      </div>
      <p className="mt-1.5 text-xs text-muted">
        {isScaled
          ? 'Melewati batas: setiap baris dikecilkan sebanding.'
          : `${percent(Math.round(share))} dari batas terpakai.`}
      </p>
      {unpaid.length > 0 && (
        <p className="mt-1.5 text-xs text-muted">
          Tidak ada yang menerima {unpaid.map(({ name }) => name).join(', ')} di contoh ini.
        </p>
      )}
    </div>
  );
}
