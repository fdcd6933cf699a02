type Props = {
  text?: string;
  /** Whether it stands for a whole page, and is its heading for as long. */
  page?: boolean;
};

/** The sentence that stands where something is loading. */
export function Loading({ text = 'Memuat data...', page = false }: Props) {
  return (
    <div role="status" data-loading className="grid min-h-60 place-items-center text-muted">
      {page ? <h1>{text}</h1> : <p>{text}</p>}
    </div>
  );
}
