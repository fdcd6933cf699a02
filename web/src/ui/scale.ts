/** Approximate number of steps of an axis. */
const STEPS = 4;

/**
 * Returns whole round numbers that enclose the values and 0: the ends of an axis, and its labels.
 */
export function scale(values: number[]): { low: number; high: number; ticks: number[] } {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const step = round(Math.max(1, (most - least) / STEPS));
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step), low / step + 1) * step;
  const ticks = Array.from(
    { length: Math.round((high - low) / step) + 1 },
    (_, n) => low + n * step,
  );
  return { low, high, ticks };
}

/** Returns the next 1, 2 or 5 times a power of ten. */
function round(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return ([1, 2, 5].find((digit) => digit * power >= size) ?? 10) * power;
}
