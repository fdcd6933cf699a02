import { encode } from 'uqr';

/** QR code: black on white in both themes, because every camera can read that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  // The quiet zone around it is four squares wide, as the standard requires.
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-2xl bg-white"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
