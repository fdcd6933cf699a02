import { Heart, LoaderCircle } from 'lucide-react';

type Props = {
  /** Id of the element that names the product, if the heart is on the corner of its card. */
  card?: string;
  /** Whether the product is on the wishlist. */
  kept?: boolean;
  /** Whether it is still unknown if the product is on the wishlist. */
  loading?: boolean;
  /** Whether a change is under way. */
  busy?: boolean;
  onClick: () => void;
};

const looks = {
  page: 'border border-edge hover:border-brand',
  // The visible circle is smaller than the area that can be pressed; the focus is shown on the
  // circle, not on the picture.
  card: '-outline-offset-6 absolute top-1 right-1 isolate before:absolute before:inset-1 before:-z-1 before:rounded-full before:bg-surface/90',
};

/** Heart button, next to a product or on the corner of its card. */
export function HeartButton({ card, kept = false, loading = false, busy = false, onClick }: Props) {
  const label = kept ? 'Hapus dari wishlist' : 'Tambah ke wishlist';
  // Only marked as disabled: a button that is really disabled would lose the keyboard focus.
  const off = busy || loading;
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={card}
      aria-pressed={kept}
      aria-disabled={off}
      aria-busy={busy}
      title={label}
      onClick={() => {
        if (!off) onClick();
      }}
      className={`grid size-11 place-items-center rounded-full transition-colors hover:text-brand aria-disabled:cursor-default ${kept ? 'text-brand' : 'text-ink'} ${card ? looks.card : looks.page}`}
    >
      {busy ? (
        <LoaderCircle aria-hidden size={18} className="animate-spin" />
      ) : (
        <Heart
          aria-hidden
          size={18}
          className={`${kept ? 'fill-current' : ''} ${loading ? 'opacity-55' : ''}`}
        />
      )}
    </button>
  );
}
