import { ShoppingBag } from 'lucide-react';
import { useEffect } from 'react';
import { checkoutTokenAtom, forgetSelection } from '@/api/checkout';
import { ApiError, sentence } from '@/errors';
import { paths } from '@/paths';
import { useAtomValue } from '@/state';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { useTitle } from '@/ui/useTitle';
import { selectionAtom } from './atoms';
import { CheckoutForm } from './CheckoutForm';

/** Checkout of the products that were selected in the cart or on a product's page. */
function CheckoutPage() {
  useTitle('Checkout');
  return (
    <div className="page py-6 sm:py-10">
      <h1 className="font-display text-3xl font-semibold">Checkout</h1>
      <CheckoutBody />
    </div>
  );
}

function CheckoutBody() {
  const token = useAtomValue(checkoutTokenAtom);
  const { data, error, refetch } = useAtomValue(selectionAtom);
  const gone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (gone) forgetSelection();
  }, [gone]);

  if (token === null || gone || data?.selected_products.length === 0)
    return (
      <Empty
        icon={ShoppingBag}
        title="Belum ada produk untuk dibayar"
        text="Pilih produk di keranjang, lalu tekan Checkout."
      >
        <Link to={paths.cart()} className={buttonClass()}>
          Buka keranjang
        </Link>
        <Link to={paths.orders()} className={buttonClass('outline')}>
          Pesanan saya
        </Link>
      </Empty>
    );
  if (data) return <CheckoutForm token={token} products={data.selected_products} />;
  if (error)
    return (
      <div className="mt-6">
        <Problem
          text={sentence(error, 'Produk yang dipilih gagal dimuat.')}
          onRetry={() => void refetch()}
        />
      </div>
    );
  return <Loading />;
}

export { CheckoutPage as Component };
