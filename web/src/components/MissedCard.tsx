import type { MissedBonus } from '@/api/schema';
import { missed } from '@/components/bonusLines';
import { Needs } from '@/components/Needs';

/**
 * Reasons why a calculated period paid the member nothing: points that earned no bonus, and needs that were not met.
 */
export function MissedCard({ bonus, whose = 'Anda' }: { bonus: MissedBonus; whose?: string }) {
  return (
    <section aria-labelledby="missed" className="card p-5">
      <h2 id="missed" className="font-display text-xl font-semibold">
        Tidak ada bonus di {bonus.bv_period_name}
      </h2>
      <p className="mt-1 text-sm text-muted">
        Peringkat {whose} di periode ini: {bonus.rank_name}. Dihitung menurut {bonus.plan_name}.
      </p>
      <div className="mt-3 divide-y divide-line border-t border-line">
        {bonus.components.map((component) => (
          <section key={component.code} aria-label={component.name} className="py-3">
            <h3 className="font-semibold">{component.name}</h3>
            <p className="mt-1 mb-2 text-sm text-warn">{missed(component)}</p>
            <Needs label={`Syarat ${component.name}`} needs={component.needs} />
          </section>
        ))}
      </div>
    </section>
  );
}
