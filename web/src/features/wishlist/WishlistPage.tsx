import { Heart } from 'lucide-react';
import { Component, createRef, useLayoutEffect, useRef, type ReactNode } from 'react';
import { sentence } from '@/errors';
import type { Product, WishlistItem } from '@/api/schema';
import { wishlistAtom } from '@/api/wishlist';
import { number } from '@/format';
import { paths } from '@/paths';
import { useAtomValue } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { ProductGrid } from '@/components/ProductCard';
import { useTitle } from '@/ui/useTitle';

/** Page of the member's favourite products; the heart of each removes it. */
function WishlistPage() {
  useTitle('Favorite Saya');
  const { data, error, refetch } = useAtomValue(wishlistAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = data?.length;
  const before = useRef(count);

  // A heart disappears with its card: a keyboard focus on it moves to the top.
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
          <Gliding>
            <ProductGrid products={data?.map(product)} unsold="-" eager />
          </Gliding>
        )}
      </div>
    </div>
  );
}

/** Duration of a card's move to its new place, in milliseconds. */
const GLIDE = 200;

/**
 * Lets cards glide to their new places after one was removed: the server may be slow, and a late
 * jump would be a surprise.
 */
class Gliding extends Component<{ children: ReactNode }> {
  root = createRef<HTMLDivElement>();

  getSnapshotBeforeUpdate() {
    const cards = this.root.current?.querySelectorAll('article') ?? [];
    return [...cards].map((card) => [card, card.getBoundingClientRect()] as const);
  }

  componentDidUpdate(_props: unknown, _state: unknown, before: [HTMLElement, DOMRect][]) {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [card, from] of before) {
      const to = card.getBoundingClientRect();
      const [x, y] = [from.x - to.x, from.y - to.y];
      if (!card.isConnected || (x === 0 && y === 0)) continue;
      const transform = [`translate(${x}px, ${y}px)`, 'none'];
      card.animate({ transform }, { duration: GLIDE, easing: 'ease-out' });
    }
  }

  render() {
    return <div ref={this.root}>{this.props.children}</div>;
  }
}

/** Returns the product of an item, in the form that the product page expects. */
function product({ product_id, ...item }: WishlistItem): Product {
  return { ...item, id: product_id };
}

export { WishlistPage as Component };
