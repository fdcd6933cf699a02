import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '@/api/accounts';
import { activePeriodsQuery } from '@/api/checkout';
import { date } from '@/dates';
import { planText } from '@/parts/planText';
import { useAtom } from '@/state';
import { SelectField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { draftAtom } from './atoms';
import { Panel } from '@/ui/Panel';
import { NO_PERIOD, periodOf } from './placing';

type Props = { error: string | undefined; onTouched: () => void };

/** Chooses the period and the plan that the order's BV goes to. */
export function VolumePanel({ error, onTouched }: Props) {
  const [draft, setDraft] = useAtom(draftAtom);
  const periods = useQuery(activePeriodsQuery);
  const plans = useQuery(plansQuery);
  const failed = [periods, plans].filter((query) => query.isError && !query.data);
  if (failed.length > 0)
    return (
      <Panel title="BV">
        <Problem
          text="Gagal memuat plans"
          onRetry={() => failed.forEach((query) => void query.refetch())}
        />
      </Panel>
    );
  if (periods.data?.length === 0)
    return (
      <Panel title="BV">
        <Problem text={NO_PERIOD} onRetry={() => void periods.refetch()} />
      </Panel>
    );
  const period = periodOf(draft, periods.data);
  return (
    <Panel title="BV">
      {periods.data && plans.data ? (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="Periode BV"
            value={period?.id ?? ''}
            hint={period && `${date(period.start_date)} – ${date(period.end_date)}`}
            onChange={(event) => setDraft({ periodId: Number(event.target.value) })}
          >
            {periods.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Plan BV"
            name="plan"
            error={error}
            hint={planText(draft.planId)}
            value={draft.planId ?? ''}
            onChange={(event) => {
              setDraft({ planId: Number(event.target.value) || null });
              onTouched();
            }}
          >
            <option value="">Pilih plan</option>
            {plans.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      ) : (
        <Skeleton className="h-18 rounded-xl" />
      )}
    </Panel>
  );
}
