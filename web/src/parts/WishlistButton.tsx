import { Heart, LoaderCircle } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { sentence } from '@/errors';
import { addToWishlist, removeFromWishlist, wishlistAtom } from '@/api/wishlist';
import { paths } from '@/paths';
import { atom, claimsAtom, useAtom, useAtomValue } from '@/state';
import { toast } from '@/ui/toast';

/** How long the good news is shown, in milliseconds (spec, section 9). */
const TOAST = 1500;

/** The products with a request under way: one that stands twice on a page waits in both places. */
const busyAtom = atom<readonly number[]>([]);

export type WishlistButtonProps = {
  productId: number;
  /** The id of what names the product, when the heart lies on the corner of its card. */
  card?: string;
};

const looks = {
  page: 'border border-edge hover:border-brand',
  // The circle that is seen is smaller than the area that can be pressed; the focus shows on it, not on the picture.
  card: '-outline-offset-6 absolute top-1 right-1 isolate before:absolute before:inset-1 before:-z-1 before:rounded-full before:bg-surface/90',
};

/** Puts a product onto the member's wishlist or takes it off; sends a visitor to the login. */
export default function WishlistButton({ productId: id, card }: WishlistButtonProps) {
  const member = useAtomValue(claimsAtom) !== null;
  const { data, isLoading } = useAtomValue(wishlistAtom);
  const [busyIds, setBusyIds] = useAtom(busyAtom);
  const navigate = useNavigate();
  const kept = data?.some((item) => item.product_id === id) ?? false;
  const busy = busyIds.includes(id);
  const label = kept ? 'Hapus dari wishlist' : 'Tambah ke wishlist';

  const toggle = async () => {
    if (!member) {
      toast('error', 'Oops...', 'Anda harus login terlebih dahulu!');
      void navigate(paths.login());
      return;
    }
    setBusyIds((ids) => [...ids, id]);
    try {
      await (kept ? removeFromWishlist(id) : addToWishlist(id));
      const done = kept ? 'Produk dihapus dari wishlist.' : 'Produk ditambahkan ke wishlist.';
      toast('success', 'Berhasil!', done, TOAST);
    } catch (error) {
      toast('error', 'Oops...', sentence(error, 'Terjadi kesalahan saat memproses wishlist.'));
    } finally {
      setBusyIds((ids) => ids.filter((each) => each !== id));
    }
  };

  // Marked as disabled only, because a keyboard would lose its place on a button that really is.
  const off = busy || isLoading;
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
        if (!off) void toggle();
      }}
      className={`grid size-11 place-items-center rounded-full transition-colors hover:text-brand aria-disabled:cursor-default ${kept ? 'text-brand' : 'text-ink'} ${card ? looks.card : looks.page}`}
    >
      {busy ? (
        <LoaderCircle aria-hidden size={18} className="animate-spin" />
      ) : (
        <Heart
          aria-hidden
          size={18}
          className={`${kept ? 'fill-current' : ''} ${isLoading ? 'opacity-55' : ''}`}
        />
      )}
    </button>
  );
}
