import { number } from '@/format';

type Props = { now: number; before: number; write: (value: number) => string };

/** Returns the change, such as `+25%`; empty if the earlier value was 0 or less. */
export function percentOf(now: number, before: number): string {
  if (before <= 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${number(percent)}%`;
}

/** Value in the equally long range of days before, and the change since then in percent. */
export function Change({ now, before, write }: Props) {
  const percent = percentOf(now, before);
  const tone = now > before ? 'text-brand' : now < before ? 'text-danger' : 'text-muted';
  return (
    <span className="block text-xs text-muted">
      Sebelumnya {write(before)}
      {percent && <span className={`ml-1.5 font-medium whitespace-nowrap ${tone}`}>{percent}</span>}
    </span>
  );
}
