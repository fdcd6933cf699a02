import { memo, useId } from 'react';
import type { Product } from '@/api/schema';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { BvBadge } from '@/components/BvBadge';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Skeleton } from '@/ui/Skeleton';
import { Stars } from '@/ui/Stars';
import { StruckPrice } from '@/components/StruckPrice';
import { WishlistHeart } from '@/components/WishlistHeart';

type Props = { product: Product; grid: string; eager: boolean; first: boolean; unsold: string };

/** Product on a shelf; when a list grows, only the new products are rendered. */
const ProductCard = memo(function ProductCard({ product, grid, eager, first, unsold }: Props) {
  const name = `${grid}-${product.id}`;
  return (
    <article className="group relative flex flex-col card transition-shadow hover:shadow-lg">
      <div className="overflow-hidden rounded-t-[calc(1rem-1px)]">
        <Picture
          picture={product.picture}
          alt=""
          sizes="(min-width: 80rem) 17rem, (min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 45vw"
          widths={[256, 400, 600]}
          eager={eager}
          first={first}
          className="transition-transform duration-500 group-hover:scale-[1.03]"
        />
      </div>
      <BvBadge bv={product.bv} className="absolute top-3 left-3" />
      <div className="flex flex-1 flex-col p-3 sm:p-4">
        <h3 id={name} className="line-clamp-2 text-sm leading-snug font-medium sm:text-base">
          {product.name}
        </h3>
        <p className="mt-1.5 flex flex-wrap items-baseline gap-x-1">
          <StruckPrice price={product} />
          <span className="font-semibold tabular-nums sm:text-lg">{rupiah(product.harga)}</span>
          <span className="text-xs text-muted">/ pcs</span>
        </p>
        <p className="mt-1.5 mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Stars rating={product.average_rating} />
          <span>{product.terjual ? `Terjual ${number(product.terjual)}` : unsold}</span>
        </p>
        <Link
          to={paths.product(product)}
          state={product}
          aria-label={`Lihat ${product.name}`}
          className={buttonClass(
            'outline',
            // The whole card can be pressed: the link's area covers it.
            'mt-auto w-full after:absolute after:inset-0 group-hover:border-brand group-hover:text-brand',
          )}
        >
          Lihat
        </Link>
      </div>
      {/* After the link, because the heart is on top of the link's area. */}
      <WishlistHeart productId={product.id} card={name} />
    </article>
  );
});

function ProductCardSkeleton() {
  return (
    <div className="overflow-hidden card">
      <Skeleton className="aspect-square rounded-none" />
      <div className="grid gap-2.5 p-3 sm:p-4">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-11 rounded-full" />
      </div>
    </div>
  );
}

/** Products side by side; skeletons while they load. */
export function ProductGrid({
  products,
  shelf = false,
  eager = false,
  unsold = 'Terjual 0',
}: {
  products: Product[] | undefined;
  /** Whether at most four products are shown, which are never laid out as three and one. */
  shelf?: boolean;
  eager?: boolean;
  /** Text in place of the number of pieces sold when it is zero. */
  unsold?: string;
}) {
  const grid = useId();
  return (
    <div
      className={`grid grid-cols-[repeat(auto-fill,minmax(max(7rem,40%),1fr))] gap-3 sm:gap-5 lg:grid-cols-4 ${shelf ? 'md:grid-cols-4' : 'md:grid-cols-3'}`}
      aria-busy={!products}
    >
      {products
        ? products.map((product, index) => (
            <ProductCard
              key={product.id}
              product={product}
              grid={grid}
              eager={eager && index < 4}
              first={eager && index === 0}
              unsold={unsold}
            />
          ))
        : ['a', 'b', 'c', 'd'].map((key) => <ProductCardSkeleton key={key} />)}
    </div>
  );
}
