import { useQuery } from '@tanstack/react-query';
import { PackageX } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/admin/ui/Badge';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { ApiError, request, sentence } from '@/api/client';
import type { AdminProduct } from '@/api/schema';
import { number } from '@/format';
import { buttonClass } from '@/ui/button';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { ProductActions } from './ProductActions';
import { keepProduct, productQuery } from '@/admin/parts/products';
import { draftOf, payload, type ProductDraft } from './productDraft';
import { ProductForm } from './ProductForm';

/** A product: what the shop says of it, and what can be done with it. */
function ProductPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(productQuery(id));
  if (data) return <Edit key={data.id} product={data} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty icon={PackageX} title="Produk tidak ditemukan!">
        <Link to={adminPaths.products()} className={buttonClass()}>
          Ke daftar produk
        </Link>
      </Empty>
    );
  if (error)
    return (
      <Problem text={sentence(error, 'Produk gagal dimuat.')} onRetry={() => void refetch()} />
    );
  return <Loading />;
}

function Edit({ product }: { product: AdminProduct }) {
  const initial = useMemo(() => draftOf(product), [product]);
  const draft = useDraft<ProductDraft>({
    name: `product-${product.id}`,
    initial,
    read: draftOf,
    save: async (typed) => {
      try {
        const path = `/api/admin/products/${product.id}`;
        keepProduct(await request<AdminProduct>('PUT', path, payload(typed)));
        toast('success', 'Produk disimpan');
      } catch (error) {
        // Whoever takes the newer version sees it at once.
        if (error instanceof ApiError && error.code === 'edit_conflict')
          keepProduct((error.answer as { current: AdminProduct }).current);
        throw error;
      }
    },
  });
  return (
    <Screen
      title={product.name}
      text={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Nomor {product.id}
          {product.archived_at && <Badge>Diarsipkan</Badge>}
          <Link
            to={adminPaths.stock({ product_id: String(product.id) })}
            className="font-medium text-brand underline-offset-4 hover:underline"
          >
            Stok {number(product.stock)}
          </Link>
          Terjual {number(product.sold)}
        </span>
      }
      back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}
      actions={<ProductActions product={product} onGone={draft.discard} />}
    >
      <ProductForm draft={draft} />
    </Screen>
  );
}

export { ProductPage as Component };
