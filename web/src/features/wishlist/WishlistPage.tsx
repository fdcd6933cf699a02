import { Heart } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { sentence } from '@/errors';
import type { Product, WishlistItem } from '@/api/schema';
import { wishlistAtom } from '@/api/wishlist';
import { number } from '@/format';
import { paths } from '@/paths';
import { useAtomValue } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { buttonClass } from '@/ui/button';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { ProductGrid } from '@/parts/ProductCard';
import { useTitle } from '@/ui/useTitle';

/** The products that the member wants to find again; the heart of each takes it off. */
function WishlistPage() {
  useTitle('Favorite Saya');
  const { data, error, refetch } = useAtomValue(wishlistAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = data?.length;
  const before = useRef(count);

  // A heart goes with its card: the keyboard, which stood on it, goes on from the top.
  useLayoutEffect(() => {
    const gone = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (gone && document.activeElement === document.body) heading.current?.focus();
  }, [count]);

  return (
    <div className="page py-6 sm:py-10">
      <div className="flex items-center gap-2">
        <BackLink to={paths.profile()} label="Kembali ke akun" />
        <h1
          ref={heading}
          tabIndex={-1}
          className="flex flex-wrap items-baseline gap-x-3 font-display text-3xl font-semibold outline-none"
        >
          Favorite Saya
          {count !== undefined && (
            <span className="font-sans text-base font-normal text-muted">
              {number(count)} produk
            </span>
          )}
        </h1>
      </div>
      <div className="mt-6">
        <h2 className="sr-only">Daftar produk</h2>
        {count === 0 ? (
          <Empty
            icon={Heart}
            title="Wishlist kamu masih kosong"
            text="Tekan hati pada sebuah produk, dan produk itu menunggu Anda di sini."
          >
            <Link to={paths.allProducts()} className={buttonClass()}>
              Lihat produk
            </Link>
          </Empty>
        ) : error && !data ? (
          <Problem
            text={sentence(error, 'Gagal memuat wishlist.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <ProductGrid products={data?.map(product)} unsold="-" eager />
        )}
      </div>
    </div>
  );
}

/** The product of an item, as its own page wants it passed along. */
function product({ product_id, ...item }: WishlistItem): Product {
  return { ...item, id: product_id };
}

export { WishlistPage as Component };
