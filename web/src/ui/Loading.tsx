type Props = {
  text?: string;
  /** Whether it replaces a whole page; its text is then the heading. */
  page?: boolean;
};

/** Message shown while something is loading. */
export function Loading({ text = 'Memuat data...', page = false }: Props) {
  return (
    <div role="status" data-loading className="grid min-h-60 place-items-center text-muted">
      {page ? <h1>{text}</h1> : <p>{text}</p>}
    </div>
  );
}
