/** The sentence that stands where something is loading. */
export function Loading({ text = 'Memuat data...' }: { text?: string }) {
  return (
    <p role="status" className="grid min-h-60 place-items-center text-muted">
      {text}
    </p>
  );
}
