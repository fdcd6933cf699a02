import JsBarcode from 'jsbarcode';
import { useMemo } from 'react';

/**
 * Width of the white margin that scanners need next to the bars: ten times the narrowest bar
 * (ISO/IEC 15417).
 */
const QUIET = 10;

/** Returns the bars of a text in Code 128, `1` for black and `0` for white. */
function bars(text: string): string {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: 'CODE128' });
  return (drawn.encodings ?? []).map(({ data }) => data).join('');
}

/** Barcode for scanners, which fills the space it is given. */
export function Barcode({ text, className }: { text: string; className: string }) {
  const [outline, width] = useMemo(() => {
    const all = bars(text);
    const runs = [...all.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${QUIET + index} 0h${run.length}v1h-${run.length}z`,
    );
    return [runs.join(''), all.length + 2 * QUIET];
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={`Barcode ${text}`}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={`block w-full [print-color-adjust:exact] ${className}`}
    >
      <path d={outline} />
    </svg>
  );
}
