import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { bestSellers, productsQuery } from '@/api/catalog';
import type { Product } from '@/api/schema';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { Link } from '@/ui/Link';
import { part } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { ProductGrid } from '@/components/ProductCard';
import { ProductSearch } from '@/components/ProductSearch';
import { useTitle } from '@/ui/useTitle';
import { WhenNear } from '@/ui/WhenNear';
import { BannerCarousel } from './BannerCarousel';
import { CategoryCarousel } from './CategoryCarousel';
import { Greeting } from './Greeting';

const HomeBottom = part(() => import('./HomeBottom'));

/** Number of products on a shelf of the home page. */
const SHELF = 4;

/** The home page. */
function HomePage() {
  useTitle('');
  const { data, error, refetch } = useQuery(productsQuery);
  return (
    <div className="page pt-4 sm:pt-6">
      <Greeting />
      <BannerCarousel />
      <section className="grid gap-5 py-6 sm:py-8 lg:grid-cols-2 lg:items-center lg:gap-12">
        <div>
          <h1 className="font-display text-3xl leading-tight font-semibold sm:text-4xl">
            {shop.hero_title}
          </h1>
          <p className="mt-2 text-muted">{shop.hero_text}</p>
        </div>
        <ProductSearch />
      </section>
      <CategoryCarousel />
      {error && !data ? (
        <div className="mt-10">
          <Problem text="Gagal memuat produk" onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <Shelf
            title="Paling Laris"
            to={paths.bestSellers()}
            products={data && bestSellers(data).slice(0, SHELF)}
          />
          <Shelf title="Semua Produk" to={paths.allProducts()} products={data?.slice(0, SHELF)} />
        </>
      )}
      <WhenNear className="h-140">
        <Suspense fallback={<div className="h-140" />}>
          <HomeBottom />
        </Suspense>
      </WhenNear>
    </div>
  );
}

type ShelfProps = { title: string; to: string; products: Product[] | undefined };

/** Products below a heading; neither is shown while the shop has no products for it. */
function Shelf({ title, to, products }: ShelfProps) {
  return (
    <section className="mt-10 has-[>div:last-child:empty]:hidden sm:mt-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 sm:mb-6">
        <h2 className="font-display text-2xl font-semibold sm:text-3xl">{title}</h2>
        <Link
          to={to}
          aria-label={`Lihat Semua ${title}`}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 text-sm font-semibold text-brand hover:underline"
        >
          Lihat Semua <ArrowRight aria-hidden size={16} />
        </Link>
      </div>
      <ProductGrid products={products} shelf />
    </section>
  );
}

export { HomePage as Component };
