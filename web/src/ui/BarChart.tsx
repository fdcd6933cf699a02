import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { scale } from '@/ui/scale';

/** A bar: the text below it, its full name, and its height. */
export type Bar = { label: string; name: string; value: number };

type Props = {
  label: string;
  bars: Bar[];
  /** A colour of the theme. */
  colour: string;
  write: (value: number) => string;
  /** Formats a value where there is little room. */
  short: (value: number) => string;
};

/** Pixels for each letter below the bars, and for the free space beside a label. */
const LETTER = 6.5;
const GAP = 12;

/**
 * Bar chart; a bar shows its name and value when it is pointed at, or reached by Tab and the arrow
 * keys.
 */
export function BarChart({ label, bars, colour, write, short }: Props) {
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  const [shown, setShown] = useState<number | null>(null);
  const [reached, setReached] = useState(bars.length - 1);
  const { low, high, ticks } = scale(bars.map(({ value }) => value));
  const at = (value: number) => ((value - low) / (high - low)) * 100;
  const longest = Math.max(...bars.map((bar) => bar.label.length)) * LETTER + GAP;
  const every = Math.max(1, Math.ceil((longest * bars.length) / Math.max(width, 1)));
  const tabStop = Math.min(reached, bars.length - 1);
  const bar = shown === null ? undefined : bars[shown];

  const move = (event: KeyboardEvent) => {
    const last = bars.length - 1;
    const next = { ArrowLeft: tabStop - 1, ArrowRight: tabStop + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    plot.current?.querySelectorAll('button')[Math.max(0, Math.min(last, next))]?.focus();
  };

  return (
    <div className="flex h-56 pt-1 pr-1 pb-7.5 text-xs text-muted">
      <div aria-hidden className="relative w-17 shrink-0 tabular-nums">
        {ticks.map((tick) => (
          <span
            key={tick}
            style={{ bottom: `${at(tick)}%` }}
            className="absolute right-2 translate-y-1/2"
          >
            {short(tick)}
          </span>
        ))}
      </div>
      <div ref={plot} className="relative min-w-0 flex-1">
        {ticks.map((tick) => (
          <div
            key={tick}
            style={{ bottom: `${at(tick)}%` }}
            className="absolute inset-x-0 border-b border-line"
          />
        ))}
        <div role="group" aria-label={label} className="absolute inset-0 flex">
          {bars.map(({ name, value }, index) => (
            <button
              key={name}
              type="button"
              aria-label={`${name}: ${write(value)}`}
              tabIndex={index === tabStop ? 0 : -1}
              onKeyDown={move}
              onPointerEnter={() => setShown(index)}
              onPointerLeave={() => setShown(null)}
              onFocus={() => {
                setShown(index);
                setReached(index);
              }}
              onBlur={() => setShown(null)}
              className="relative min-w-0 flex-1 cursor-default -outline-offset-2 hover:bg-sunken focus-visible:bg-sunken"
            >
              <span
                style={{
                  background: colour,
                  bottom: `${at(Math.min(0, value))}%`,
                  height: `${Math.abs(at(value) - at(0))}%`,
                }}
                className="absolute inset-x-[10%] mx-auto max-w-9 rounded-sm"
              />
            </button>
          ))}
        </div>
        <div aria-hidden className="absolute inset-x-0 top-full flex">
          {bars.map(({ name, label: text }, index) => (
            <span key={name} className="relative min-w-0 flex-1">
              {width > 0 && (bars.length - 1 - index) % every === 0 && (
                <span
                  // A last label wider than its bar ends with it: there is no space beyond.
                  className={`absolute top-2 whitespace-nowrap ${
                    index === bars.length - 1 && text.length * LETTER > width / bars.length
                      ? 'right-0'
                      : 'left-1/2 -translate-x-1/2'
                  }`}
                >
                  {text}
                </span>
              )}
            </span>
          ))}
        </div>
        {bar && shown !== null && (
          <div
            aria-hidden
            style={
              shown * 2 < bars.length
                ? { left: `${((shown + 1) / bars.length) * 100}%` }
                : { right: `${(1 - shown / bars.length) * 100}%` }
            }
            className="pointer-events-none absolute top-0 z-10 m-1 rounded-xl border border-line bg-surface px-3 py-2 text-sm whitespace-nowrap text-ink shadow-lg"
          >
            <p className="text-muted">{bar.name}</p>
            <p className="font-semibold tabular-nums">{write(bar.value)}</p>
          </div>
        )}
      </div>
    </div>
  );
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    sizes.observe(frame.current);
    return () => sizes.disconnect();
  }, [frame]);
  return width;
}
