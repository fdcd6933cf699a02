import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { sentence } from '@/errors';
import type { BvSummary, PeriodId, PlanBv } from '@/api/schema';
import { bvSummaryQuery } from '@/api/volume';
import { coreAtom } from '@/core';
import { CoreTrouble } from '@/components/CoreTrouble';
import { useAtomValue } from '@/state';
import { Problem } from '@/ui/Problem';
import { settled, type Allocate } from './allocate';
import { PlanFigures } from './PlanFigures';
import { RulesDialog } from './RulesDialog';

/** Classes for the height of the figures, so that nothing moves when they arrive. */
const place = 'grid h-[4.75rem] place-items-center';

type Props = { period: PeriodId; earned: PlanBv[] };

/** Allocation of the points of a period to the plans, and its rules. */
export function Allocation({ period, earned }: Props) {
  const { data, error, refetch } = useQuery(bvSummaryQuery(period));
  const allocate = useAtomValue(coreAtom)?.allocate;
  const [asked, setAsked] = useState(false);
  return (
    <section aria-label="Alokasi BV" className="card p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-display text-xl font-semibold">Alokasi BV</h2>
        <button
          type="button"
          aria-label="Rules Alokasi BV"
          title="Rules Alokasi BV"
          onClick={() => setAsked(true)}
          className="-my-2 -mr-2 grid size-11 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand"
        >
          <Info aria-hidden size={20} />
        </button>
      </div>
      <div className="mt-3">
        {data ? (
          <Figures summary={data} earned={earned} allocate={allocate} />
        ) : error ? (
          <Problem
            text={sentence(error, 'Gagal memuat data BV Summary')}
            onRetry={() => void refetch()}
          />
        ) : (
          <p role="status" className={`${place} text-muted`}>
            Memuat data...
          </p>
        )}
      </div>
      <CoreTrouble />
      {asked && <RulesDialog onClose={() => setAsked(false)} />}
    </section>
  );
}

type FiguresProps = { summary: BvSummary; earned: PlanBv[]; allocate: Allocate | undefined };

function Figures({ summary, earned, allocate }: FiguresProps) {
  if (!summary.is_calculated)
    return (
      <p className={`${place} rounded-xl bg-warn-soft px-4 text-sm text-warn`}>
        {summary.message || 'Periode belum dikalkulasi.'}
      </p>
    );
  const { plan_a, plan_b } = settled(summary, earned, allocate);
  return (
    <PlanFigures
      label="Alokasi periode ini"
      planA={plan_a}
      planB={plan_b}
      total={summary.total_bv}
    />
  );
}
