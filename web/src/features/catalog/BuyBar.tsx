import { ShoppingBag } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { cartAtom } from '@/api/cart';
import { addToCart } from '@/api/cartChanges';
import { saveSelection } from '@/api/checkout';
import { productQuery } from '@/api/catalog';
import { queryClient } from '@/api/client';
import { sentence } from '@/errors';
import type { Product } from '@/api/schema';
import { loadCore } from '@/core';
import { number } from '@/format';
import { shortOf } from '@/components/minimum';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue } from '@/state';
import { openAlert } from '@/ui/alert';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { untilLeft, useMutation } from '@/ui/useMutation';

type Props = {
  product: Product;
  quantity: number;
  variant: string | null;
};

type BuyTarget = 'cart' | 'buy';

/** Fixed buttons: add to the cart, or go straight to the checkout. */
export function BuyBar({ product, quantity, variant }: Props) {
  const email = useAtomValue(claimsAtom)?.email;
  const cart = useAtomValue(cartAtom).data ?? [];
  const navigate = useNavigate();
  // Loads the rules before a press needs them: later, the request would queue behind the product's
  // pictures.
  useEffect(() => {
    if (email !== undefined) void loadCore().catch(() => undefined);
  }, [email]);
  const choice = { product_id: product.id, quantity, variant };

  const refusal = async (way: BuyTarget): Promise<[string, string?] | null> => {
    // A quick buyer presses before the variants and the stock have arrived.
    const detail = await queryClient.ensureQueryData(productQuery(product.id));
    if (detail.variants.length > 0 && variant === null)
      return ['Silakan pilih varian produk terlebih dahulu.'];
    // All variants of a product share one stock, unless each has its own.
    const own = detail.stock_by_variant
      ? detail.variants.find(({ variant_name }) => variant_name === variant)
      : undefined;
    const { stock } = own ?? detail;
    const lines = cart.filter(
      (line) => line.product_id === product.id && (!own || line.variant === variant),
    );
    const inCart = lines.reduce((count, line) => count + line.quantity, 0);
    const before = way === 'cart' ? inCart : 0;
    const core = await loadCore();
    const refused = core.checkQuantity({
      quantity,
      in_cart: before,
      stock,
    });
    if (!refused) {
      const { name, pemesananMin } = product;
      const line = { product_id: product.id, name, pemesananMin, quantity: before + quantity };
      const short = shortOf(core, [line]);
      return short === null ? null : ['Jumlah belum cukup', short];
    }
    return ['Stok Tidak Cukup', `Stok yang tersedia: ${number(stock)} pcs.`];
  };

  const { mutate: go, variables: busy } = useMutation(
    async (way: BuyTarget) => {
      if (email === undefined)
        return openAlert('Oops...', 'Anda harus login terlebih dahulu!', paths.login());
      const refused = await refusal(way);
      if (refused) openAlert(...refused);
      else if (way === 'cart') {
        await addToCart(email, choice);
        toast('success', 'Berhasil!', 'Produk ditambahkan ke keranjang.');
      } else {
        await saveSelection([{ ...choice, id: null }]);
        void navigate(paths.checkout());
        await untilLeft();
      }
    },
    (error) => openAlert('Oops...', sentence(error, 'Gagal menambahkan produk ke keranjang.')),
  );

  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface/95 backdrop-blur"
    >
      <div className="page flex flex-wrap gap-3 py-3 sm:justify-end">
        <Button
          look="outline"
          className="flex-1 basis-[8rem] max-sm:px-3 sm:max-w-52"
          disabled={busy === 'buy'}
          busy={busy === 'cart' && 'Memproses...'}
          onClick={() => go('cart')}
        >
          <ShoppingBag aria-hidden size={18} /> Keranjang
        </Button>
        <Button
          look="action"
          className="flex-1 basis-[8rem] max-sm:px-3 sm:max-w-52"
          disabled={busy === 'cart'}
          busy={busy === 'buy' && 'Memproses...'}
          onClick={() => go('buy')}
        >
          Beli Sekarang
        </Button>
      </div>
    </div>
  );
}
