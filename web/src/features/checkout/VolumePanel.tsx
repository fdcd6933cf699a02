import { useQuery } from '@tanstack/react-query';
import { plansQuery, useMe } from '@/api/accounts';
import { activePeriodsQuery } from '@/api/checkout';
import { date } from '@/dates';
import { planChoiceQuery, planText } from '@/components/planChoice';
import { useAtom } from '@/state';
import { SelectField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { draftAtom } from './atoms';
import { Panel } from '@/ui/Panel';
import { NO_PERIOD, periodOf, planOf } from './placing';

/** Chooses the period and the plan for the order's BV; the plan only where bonuses depend on it. */
export function VolumePanel() {
  const [draft, setDraft] = useAtom(draftAtom);
  const periods = useQuery(activePeriodsQuery);
  const plans = useQuery(plansQuery);
  const choice = useQuery(planChoiceQuery);
  const me = useMe().data;
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
      {periods.data && plans.data && me && choice.isFetched ? (
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
          {choice.data?.matters !== false && (
            <SelectField
              label="Plan BV"
              hint={planText(planOf(draft, me))}
              value={planOf(draft, me)}
              onChange={(event) => setDraft({ planId: Number(event.target.value) })}
            >
              {plans.data.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      ) : (
        <Skeleton className="h-18 rounded-xl" />
      )}
    </Panel>
  );
}
