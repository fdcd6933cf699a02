import { sentence } from '@/errors';
import { addToWishlist, removeFromWishlist, wishlistAtom } from '@/api/wishlist';
import { HeartButton } from '@/components/HeartButton';
import { atom, useAtom, useAtomValue } from '@/state';
import { openAlert } from '@/ui/alert';
import { toast } from '@/ui/toast';

/** Time that a success message is shown, in milliseconds. */
const TOAST = 1500;

/** Products with a pending request: one that appears twice on a page is busy in both places. */
const busyAtom = atom<readonly number[]>([]);

export type WishlistButtonProps = {
  productId: number;
  /** Id of the element that names the product, if the heart is on the corner of its card. */
  card?: string;
};

/** Adds a product to the member's wishlist or removes it. */
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
