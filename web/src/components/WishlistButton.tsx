import { sentence } from '@/errors';
import { addToWishlist, removeFromWishlist, wishlistAtom } from '@/api/wishlist';
import { HeartButton } from '@/components/HeartButton';
import { atom, useAtom, useAtomValue } from '@/state';
import { openAlert } from '@/ui/alert';
import { toast } from '@/ui/toast';

/** Time that a success message is shown, in milliseconds (spec, section 9). */
const TOAST = 1500;

/** The products with a request under way: one that stands twice on a page waits in both places. */
const busyAtom = atom<readonly number[]>([]);

export type WishlistButtonProps = {
  productId: number;
  /** The id of what names the product, when the heart lies on the corner of its card. */
  card?: string;
};

/** Puts a product onto the member's wishlist or takes it off. */
export default function WishlistButton({ productId: id, card }: WishlistButtonProps) {
  const { data, isLoading } = useAtomValue(wishlistAtom);
  const [busyIds, setBusyIds] = useAtom(busyAtom);
  const kept = data?.some((item) => item.product_id === id) ?? false;

  const toggle = async () => {
    setBusyIds((ids) => [...ids, id]);
    try {
      await (kept ? removeFromWishlist(id) : addToWishlist(id));
      const done = kept ? 'Produk dihapus dari wishlist.' : 'Produk ditambahkan ke wishlist.';
      toast('success', 'Berhasil!', done, TOAST);
    } catch (error) {
      openAlert('Oops...', sentence(error, 'Terjadi kesalahan saat memproses wishlist.'));
    } finally {
      setBusyIds((ids) => ids.filter((each) => each !== id));
    }
  };

  return (
    <HeartButton
      card={card}
      kept={kept}
      loading={isLoading}
      busy={busyIds.includes(id)}
      onClick={() => void toggle()}
    />
  );
}
