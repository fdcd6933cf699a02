import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { AdminProduct } from '@/api/schema';
import { number } from '@/format';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { ProductActions } from './ProductActions';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { draftOf, payload, type ProductDraft } from './productDraft';
import { KnownProduct } from './KnownProduct';
import { Moments } from './Moments';
import { ProductForm } from './ProductForm';

/** Page of a product: its data, and the possible actions. */
function ProductPage() {
  const { id = '' } = useParams();
  return (
    <KnownProduct id={id}>{(product) => <Edit key={product.id} product={product} />}</KnownProduct>
  );
}

function Edit({ product }: { product: AdminProduct }) {
  const initial = useMemo(() => draftOf(product), [product]);
  const draft = useDraft<ProductDraft>({
    name: `product-${product.id}`,
    initial,
    read: draftOf,
    save: async (typed) => {
      const params = { id: product.id };
      const keep = adminQuery('/api/admin/products/{id}', params);
      await save('PUT /api/admin/products/{id}', { params, body: payload(typed) }, { keep });
      toast('success', 'Produk disimpan');
    },
  });
  return (
    <Screen
      title={product.name}
      text={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Nomor {product.id}
          {product.status === 'draft' && <Badge tone="info">Konsep</Badge>}
          {product.status === 'archived' && <Badge>Diarsipkan</Badge>}
          <Link
            to={adminPaths.stock({ product_id: String(product.id) })}
            className="font-medium text-brand underline-offset-4 hover:underline"
          >
            Stok {number(product.stock)}
          </Link>
          Terjual {number(product.sold)}
          <Moments product={product} />
        </span>
      }
      back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}
      actions={<ProductActions product={product} onGone={draft.discard} />}
    >
      <ProductForm draft={draft} product={product} />
    </Screen>
  );
}

export { ProductPage as Component };
