import type { ReactNode } from 'react';

/** Meaning of a badge's colour. */
export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'plain';

const tones: Record<Tone, string> = {
  good: 'bg-success-soft text-success',
  waiting: 'bg-warn-soft text-warn',
  bad: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  plain: 'bg-sunken text-muted',
};

/** A word in a coloured pill. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
