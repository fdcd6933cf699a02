import { Check, Minus } from 'lucide-react';
import { needHas, needMissing, needName, type Asked, type Measured } from '@/components/needNames';

const keyOf = (need: Asked & Measured) => `${needName(need)} ${need.at_least}`;

type Props = { needs: (Asked & Measured)[]; label: string };

/** Needs that a member must meet, with the amount reached and the amount missing of each. */
export function Needs({ needs, label }: Props) {
  return (
    <ul aria-label={label} className="grid gap-1.5 text-sm">
      {needs.map((need) => (
        <li key={keyOf(need)} className="flex flex-wrap items-start gap-x-2">
          {need.is_met ? (
            <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-success" />
          ) : (
            <Minus aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          )}
          <span className="min-w-0 flex-1 basis-[min(8rem,calc(100%-1.5rem))] tabular-nums">
            {needName(need)}
            {need.metric !== 'rank' && <span className="text-muted"> · {needHas(need, need)}</span>}
          </span>
          <span
            className={`ml-auto text-right tabular-nums ${need.is_met ? 'text-muted' : 'font-medium text-warn'}`}
          >
            {needMissing(need, need)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Needs of a member, each with a progress bar. */
export function NeedBars({ needs, label }: Props) {
  return (
    <ul aria-label={label} className="grid gap-3 text-sm">
      {needs.map((need) => {
        const share = need.at_least > 0 ? Math.min(1, Math.max(0, need.has / need.at_least)) : 1;
        return (
          <li key={keyOf(need)}>
            <div className="flex flex-wrap justify-between gap-x-3 tabular-nums">
              <span>{needName(need)}</span>
              <span className={need.is_met ? 'text-success' : 'font-medium text-warn'}>
                {needMissing(need, need)}
              </span>
            </div>
            <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-sunken">
              <div
                className={`h-full rounded-full ${need.is_met ? 'bg-success' : 'bg-accent'}`}
                style={{ width: `${Math.floor((need.is_met ? 1 : share) * 100)}%` }}
              />
            </div>
            {need.metric !== 'rank' && (
              <p className="mt-0.5 text-xs text-muted tabular-nums">{needHas(need, need)}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
