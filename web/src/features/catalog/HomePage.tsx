import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sentence } from '@/api/client';
import { productsQuery } from '@/api/catalog';
import type { Product } from '@/api/schema';
import { paths } from '@/paths';
import { Problem } from '@/ui/Problem';
import { useTitle } from '@/ui/useTitle';
import { CategoryRow } from './CategoryRow';
import { bestSellers } from './listing';
import { ProductGrid } from './ProductCard';
import { ProductSearch } from './ProductSearch';

/** The home page. */
export function HomePage() {
  useTitle('');
  const { data, error, refetch } = useQuery(productsQuery);
  return (
    <div className="page">
      <section className="py-8 sm:py-12">
        <h1 className="max-w-2xl font-display text-3xl leading-tight font-semibold sm:text-5xl">
          Sehat setiap hari, dari rumah sendiri.
        </h1>
        <p className="mt-3 max-w-xl text-muted">
          Produk kesehatan, kecantikan, dan rumah tangga pilihan. Setiap pembelian mengumpulkan BV.
        </p>
        <div className="mt-6 max-w-2xl">
          <ProductSearch />
        </div>
      </section>
      <CategoryRow />
      {error && !data ? (
        <div className="mt-10">
          <Problem text={sentence(error, 'Gagal memuat produk')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <Shelf
            title="Paling Laris"
            to={paths.bestSellers()}
            products={data && bestSellers(data).slice(0, 4)}
            eager
          />
          <Shelf title="Semua Produk" to={paths.allProducts()} products={data?.slice(0, 4)} />
        </>
      )}
    </div>
  );
}

type ShelfProps = {
  title: string;
  to: string;
  products: Product[] | undefined;
  eager?: boolean;
};

function Shelf({ title, to, products, eager = false }: ShelfProps) {
  return (
    <section className="mt-10 sm:mt-14">
      <div className="mb-4 flex items-center justify-between gap-4 sm:mb-6">
        <h2 className="font-display text-2xl font-semibold sm:text-3xl">{title}</h2>
        <Link
          to={to}
          aria-label={`Lihat Semua ${title}`}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 text-sm font-semibold text-brand hover:underline"
        >
          Lihat Semua <ArrowRight aria-hidden size={16} />
        </Link>
      </div>
      <ProductGrid products={products} eager={eager} />
    </section>
  );
}
