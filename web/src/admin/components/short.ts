/** Formats an amount for an axis: `1,2 jt`. */
export function short(value: number): string {
  const [size, unit] =
    Math.abs(value) >= 1e9
      ? [1e9, ' M']
      : Math.abs(value) >= 1e6
        ? [1e6, ' jt']
        : Math.abs(value) >= 1e4
          ? [1e3, ' rb']
          : [1, ''];
  return `${(value / size).toFixed(1).replace(/\.0$/, '').replace('.', ',')}${unit}`;
}
