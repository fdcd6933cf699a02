/** Recurrence of periods, as chosen and as text. */
import type { Recurrence, Rule } from '@/api/schema';

/** Chosen recurrence, with the values of the form: `month-1` and the day as text. */
export type RecurrenceDraft = {
  every: string;
  starts_day: string;
  name_pattern: string;
  version: number;
};

const weekdays = ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu'];

const usual: [Rule['unit'], number][] = [
  ['week', 1],
  ['week', 2],
  ['week', 4],
  ['month', 1],
  ['month', 2],
  ['month', 3],
  ['month', 6],
  ['month', 12],
];

const units: Record<Rule['unit'], string> = { week: 'minggu', month: 'bulan' };

/** Returns an interval in words: `setiap 2 minggu`. */
function everyName(unit: Rule['unit'], length: number): string {
  return length === 1 ? `setiap ${units[unit]}` : `setiap ${length} ${units[unit]}`;
}

/** Returns the lengths that a select offers, including an unusual one if the rule has it. */
export function lengths(rule: Rule | null | undefined): [string, string][] {
  const all = [...usual];
  if (rule && !usual.some(([unit, length]) => unit === rule.unit && length === rule.length))
    all.push([rule.unit, rule.length]);
  return all.map(([unit, length]) => [`${unit}-${length}`, everyName(unit, length)]);
}

/** Returns the days on which a period of this length can begin. */
export function startDays(every: string): [string, string][] {
  return every.startsWith('week')
    ? weekdays.map((name, index) => [String(index + 1), name])
    : Array.from({ length: 28 }, (_, index) => [String(index + 1), `Tanggal ${index + 1}`]);
}

/** Describes a rule: `Setiap bulan, mulai tanggal 1`. */
export function ruleSentence({ unit, length, starts_day }: Rule): string {
  const day = unit === 'week' ? `hari ${weekdays[starts_day - 1]}` : `tanggal ${starts_day}`;
  const every = everyName(unit, length);
  return `${every.charAt(0).toUpperCase()}${every.slice(1)}, mulai ${day}`;
}

/** Returns the form's initial values: those of the rule, or the defaults without one. */
export function draftOf({ rule, version }: Recurrence): RecurrenceDraft {
  return {
    every: rule ? `${rule.unit}-${rule.length}` : 'month-1',
    starts_day: String(rule?.starts_day ?? 1),
    name_pattern: rule?.name_pattern ?? '{bulan} {tahun}',
    version,
  };
}

/** Converts the form's values into the rule that is sent. */
export function ruleOf({ every, starts_day, name_pattern }: RecurrenceDraft): Rule {
  const [unit, length] = every.split('-');
  return {
    unit: unit === 'week' ? 'week' : 'month',
    length: Number(length),
    starts_day: Number(starts_day),
    name_pattern,
  };
}
