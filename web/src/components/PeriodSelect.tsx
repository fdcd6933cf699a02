import type { BvPeriod } from '@/api/schema';
import { date } from '@/dates';
import { SelectField } from '@/ui/Field';
import { Skeleton } from '@/ui/Skeleton';

type Props = {
  /** All periods; undefined while they load, during which their space is reserved. */
  periods: BvPeriod[] | undefined;
  period: BvPeriod | undefined;
  onChoose: (id: string) => void;
};

/** Chooses a BV period. */
export function PeriodSelect({ periods, period, onChoose }: Props) {
  if (!periods) return <Skeleton className="h-[4.375rem]" />;
  if (!period) return null;
  return (
    <SelectField
      label="Periode BV"
      value={period.id}
      onChange={(event) => onChoose(event.target.value)}
    >
      {periods.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Formats the dates of a period: `1 November 2026 – 30 November 2026`. */
export function periodDates({ start_date, end_date }: BvPeriod): string {
  return `${date(start_date)} – ${date(end_date)}`;
}
