import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '@/errors';
import { productQuery } from '@/api/catalog';
import type { Product, Variant } from '@/api/schema';
import { paths, productIdOf } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { part } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { WhenNear } from '@/ui/WhenNear';
import { useHydrated } from '@/ui/useHydrated';
import { useTitle } from '@/ui/useTitle';
import { ChatButton } from './ChatButton';
import { Gallery } from './Gallery';
import { ProductFacts, ProductTexts } from './ProductFacts';
import { ProductReviews } from './ProductReviews';
import { Purchase } from './Purchase';

const PromoCarousel = part(() => import('./PromoCarousel'));
const ProductQuestions = part(() => import('./ProductQuestions'));

/** Page of one product: data from the list are shown at once, the rest as it arrives. */
function ProductPage() {
  const id = productIdOf(useParams().slug);
  const navigate = useNavigate();
  const passed = useLocation().state as Product | null;
  const { data, error, refetch } = useQuery({ ...productQuery(id ?? 0), enabled: id !== null });
  const detail = useHydrated() ? data : undefined;
  const product = data ?? (passed?.id === id ? passed : null);
  const [choice, setChoice] = useState<[product: number, variant: string] | null>(null);
  // A choice for one product does not apply to the next.
  const name = choice !== null && choice[0] === id ? choice[1] : null;
  const variant = detail?.variants.find(({ variant_name }) => variant_name === name);
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
  // The variant's figures replace the product's; name and picture stay the product's.
  const offered: Product = variant ? { ...product, ...figuresOf(variant) } : product;
  return (
    // The key discards all choices when another product is shown.
    <div key={product.id} className="page pt-4 sm:pt-6">
      <BackLink to={paths.allProducts()} label="Kembali ke semua produk" />
      <div className="mt-2 grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-10">
        <div className="min-w-0">
          <Gallery product={offered} detail={detail} shown={variant?.picture} />
          {failed && <Missing text="Gagal memuat gambar produk" onRetry={retry} />}
        </div>
        <div className="min-w-0">
          <Purchase
            product={offered}
            detail={detail}
            failed={failed}
            variant={name}
            onChoose={(chosen) => setChoice([product.id, chosen])}
          />
          {failed && <Missing text="Gagal memuat variant produk" onRetry={retry} />}
          <ProductFacts product={offered} />
          <ChatButton product={product} />
        </div>
      </div>
      <div className="mt-10 grid grid-cols-1 gap-10 md:grid-cols-2">
        <ProductTexts product={product} detail={detail} />
        <ProductReviews productId={product.id} />
      </div>
      <div className="mt-10 min-h-80">
        <WhenNear className="min-h-80">
          <Suspense fallback={null}>
            <ProductQuestions productId={product.id} />
          </Suspense>
        </WhenNear>
      </div>
      <Suspense fallback={null}>
        <PromoCarousel />
      </Suspense>
    </div>
  );
}

function figuresOf(variant: Variant) {
  const { harga, harga_coret, promo_sampai, harga_umum, stock, bv, beratPengiriman } = variant;
  return { harga, harga_coret, promo_sampai, harga_umum, stock, bv, beratPengiriman };
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
