/** The three pages that list products: all, best sellers, one category. */
import { useQuery } from '@tanstack/react-query';
import { PackageSearch } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { bestSellers, categoriesQuery, productsQuery } from '@/api/catalog';
import type { Product } from '@/api/schema';
import { number } from '@/format';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { ProductGrid } from '@/components/ProductCard';
import { ProductSearch } from '@/components/ProductSearch';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';
import { useHydrated } from '@/ui/useHydrated';
import { useTitle } from '@/ui/useTitle';
import { ListFilters, ratingName } from './ListFilters';
import { list, readListing } from './listing';

/** Maximum number of products on the best-sellers page. */
const BEST_SELLERS_SHOWN = 10;

/** Page of all products, or of those that match a keyword. */
export function AllProductsPage() {
  const params = useAddressParams();
  const { keyword } = readListing(params);
  return (
    <ListPage title={keyword ? `Hasil untuk “${keyword}”` : 'Semua Produk'} whole={!keyword}>
      {(products) => list(products, readListing(params))}
    </ListPage>
  );
}

/** Page of the products that sell best. */
export function BestSellersPage() {
  const params = useAddressParams();
  return (
    <ListPage title="Paling Laris">
      {(products) =>
        list(bestSellers(products).slice(0, BEST_SELLERS_SHOWN), {
          ...readListing(params),
          keyword: '',
        })
      }
    </ListPage>
  );
}

/** Page of the products of one category, which the address names. */
export function CategoryPage() {
  const { category = '' } = useParams();
  const params = useAddressParams();
  const categories = useQuery(categoriesQuery);
  const id = categories.data?.find(({ name }) => name === category)?.id;
  return (
    <ListPage
      title={category}
      tab={categories.data && id === undefined ? 'Kategori tidak ditemukan' : category}
      path={paths.category(category)}
      empty="Maaf, tidak ada produk tersedia untuk kategori ini."
      waiting={categories.isPending}
      problem={categories.data ? null : categories.error}
      onRetry={() => void categories.refetch()}
    >
      {(products) =>
        list(
          products.filter((product) => product.category_id === id),
          { ...readListing(params), keyword: '' },
        )
      }
    </ListPage>
  );
}

/** Number of cards drawn at once before the rest follows: as many as a screen shows. */
const FIRST_CARDS = 8;

/** Time between two steps, in milliseconds: one frame. */
const STEP = 16;

/**
 * Whether the first list may grow in steps. A visitor who follows a link into the shop starts at
 * its top; one who comes back or reloads may have been far down.
 */
let mayGrow = performance
  .getEntriesByType('navigation')
  .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/** Events that show that a visitor is active and may want to see more than the first screen. */
const SIGNS = ['scroll', 'wheel', 'touchstart', 'pointermove', 'keydown', 'focusin'] as const;

/** Wait before the rest is shown without any activity, in milliseconds. */
const RENDER_ALL_AFTER = 4000;

/**
 * Whether to render the rest of the list: after the visitor's first input, or after some seconds.
 */
function useUserActive(): boolean {
  const [isActive, setIsActive] = useState(!mayGrow);
  useEffect(() => {
    if (isActive) return;
    const activate = () => setIsActive(true);
    const timer = setTimeout(activate, RENDER_ALL_AFTER);
    for (const sign of SIGNS) window.addEventListener(sign, activate, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, activate);
    };
  }, [isActive]);
  return isActive;
}

/**
 * Products, a few first and the rest in steps, so that the browser can respond to a visitor in
 * between.
 */
function Growing({ products }: { products: Product[] | undefined }) {
  const [grows] = useState(mayGrow);
  const hydrated = useHydrated();
  const [count, setCount] = useState(grows || !hydrated ? FIRST_CARDS : Infinity);
  const isActive = useUserActive();
  const more = products && count < products.length;
  useEffect(() => {
    mayGrow = false;
    if (!more || !isActive) return;
    const timer = setTimeout(
      () => setCount(grows ? count + Math.max(2, count >> 4) : Infinity),
      grows ? STEP : 0,
    );
    return () => clearTimeout(timer);
  }, [more, isActive, grows, count]);
  return <ProductGrid products={products?.slice(0, count)} eager />;
}

type ListPageProps = {
  title: string;
  /** Title in the browser's tab, if it is a different one. */
  tab?: string;
  /** The page's own address, if it is not the current one. */
  path?: string;
  empty?: string;
  /** Whether the shop has no more products than the list. */
  whole?: boolean;
  waiting?: boolean;
  problem?: Error | null;
  onRetry?: () => void;
  /** Selects and orders the products to show. */
  children: (products: Product[]) => Product[];
};

function ListPage({
  title,
  tab = title,
  path,
  empty = 'Produk tidak ditemukan.',
  whole = false,
  waiting = false,
  problem = null,
  onRetry,
  children: pick,
}: ListPageProps) {
  useTitle(tab, path);
  const params = useAddressParams();
  const { keyword, rating } = readListing(params);
  const choose = useChooseParam<'rating'>();
  const { data, error, refetch } = useQuery(productsQuery);
  const { search } = useLocation();
  // The server draws a list in the shop's order only.
  const begun = useHydrated() || search === '';
  const shown = data && !waiting ? (begun ? pick(data) : []) : undefined;
  const failure = (data ? null : error) ?? problem;

  let body: ReactNode = (
    <>
      <h2 className="sr-only">Daftar produk</h2>
      <Growing products={shown} />
    </>
  );
  if (failure)
    body = (
      <Problem
        text="Gagal memuat produk"
        onRetry={() => {
          void refetch();
          onRetry?.();
        }}
      />
    );
  else if (begun && shown?.length === 0)
    body = (
      <Empty
        icon={PackageSearch}
        title={empty}
        {...(rating > 0 && { text: `Yang dicari: ${ratingName(rating).toLowerCase()}.` })}
      >
        {rating > 0 && (
          <Button look="outline" onClick={() => choose('rating', '')}>
            Semua rating
          </Button>
        )}
        {!whole && (
          <Link to={paths.allProducts()} className={buttonClass('outline')}>
            Lihat semua produk
          </Link>
        )}
      </Empty>
    );

  return (
    <div className="page py-6 sm:py-10">
      <div className="mb-6 max-w-2xl">
        <ProductSearch key={keyword} initial={keyword} />
      </div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-center gap-1">
          <BackLink to={paths.home()} label="Kembali ke Home" />
          <div className="flex min-w-0 flex-wrap items-center gap-x-3">
            <h1 className="min-w-0 font-display text-2xl font-semibold sm:text-3xl">{title}</h1>
            {shown && shown.length > 0 && (
              <span className="text-sm text-muted">{number(shown.length)} produk</span>
            )}
          </div>
        </div>
        <ListFilters />
      </div>
      {body}
    </div>
  );
}
