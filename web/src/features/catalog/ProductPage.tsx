import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '@/errors';
import { productQuery } from '@/api/catalog';
import type { Product } from '@/api/schema';
import { paths, productIdOf } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { part } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { useHydrated } from '@/ui/useHydrated';
import { useTitle } from '@/ui/useTitle';
import { ChatButton } from './ChatButton';
import { Gallery } from './Gallery';
import { ProductFacts, ProductTexts } from './ProductFacts';
import { ProductReviews } from './ProductReviews';
import { Purchase } from './Purchase';

const PromoCarousel = part(() => import('./PromoCarousel'));

/** One product: what the list knew is shown at once, the rest as it arrives. */
function ProductPage() {
  const id = productIdOf(useParams().slug);
  const navigate = useNavigate();
  const passed = useLocation().state as Product | null;
  const { data, error, refetch } = useQuery({ ...productQuery(id ?? 0), enabled: id !== null });
  const detail = useHydrated() ? data : undefined;
  const product = data ?? (passed?.id === id ? passed : null);
  const missing = id === null || (error instanceof ApiError && error.status === 404);

  useTitle(product?.name, product ? paths.product(product) : undefined);
  useEffect(() => {
    if (!missing) return;
    toast('error', 'Produk tidak ditemukan!');
    void navigate(paths.home(), { replace: true });
  }, [missing, navigate]);

  if (missing) return null;
  const failed = error !== null && !data;
  const retry = () => void refetch();

  if (failed && !product)
    return (
      <div className="page py-10">
        <h1 className="sr-only">Produk</h1>
        <Problem text="Gagal memuat produk" onRetry={retry} />
      </div>
    );
  if (!product) return <ProductPageSkeleton />;
  return (
    // A key, so that nothing chosen for one product stays chosen for the next.
    <div key={product.id} className="page pt-4 sm:pt-6">
      <BackLink to={paths.allProducts()} label="Kembali ke semua produk" />
      <div className="mt-2 grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-10">
        <div className="min-w-0">
          <Gallery product={product} detail={detail} />
          {failed && <Missing text="Gagal memuat gambar produk" onRetry={retry} />}
        </div>
        <div className="min-w-0">
          <Purchase product={product} detail={detail} failed={failed} />
          {failed && <Missing text="Gagal memuat variant produk" onRetry={retry} />}
          <ProductFacts product={product} />
          <ChatButton product={product} />
        </div>
      </div>
      <div className="mt-10 grid grid-cols-1 gap-10 md:grid-cols-2">
        <ProductTexts product={product} detail={detail} />
        <ProductReviews productId={product.id} />
      </div>
      <Suspense fallback={null}>
        <PromoCarousel />
      </Suspense>
    </div>
  );
}

function Missing(problem: { text: string; onRetry: () => void }) {
  return (
    <div className="mt-4">
      <Problem {...problem} />
    </div>
  );
}

function ProductPageSkeleton() {
  return (
    <div className="page grid gap-6 py-6 md:grid-cols-2 md:gap-10" aria-busy>
      <Skeleton className="aspect-square rounded-3xl" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="h-8 w-1/3" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-40 rounded-2xl" />
      </div>
    </div>
  );
}

export { ProductPage as Component };
