import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { AdminProduct } from '@/api/schema';
import { save } from '@/api/save';
import { toast } from '@/ui/toast';
import { useAddressParams } from '@/ui/useAddressParams';
import { KnownProduct } from './KnownProduct';
import { copyOf, emptyDraft, payload, type ProductDraft } from './productDraft';
import { ProductForm } from './ProductForm';

/** New product: empty, or a copy of the product that `?from=` names. */
function NewProductPage() {
  const from = useAddressParams().get('from');
  if (from !== null)
    return (
      <KnownProduct key={from} id={from}>
        {(product) => <Copy product={product} />}
      </KnownProduct>
    );
  return (
    <Make
      name="product-new"
      initial={emptyDraft}
      back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}
    />
  );
}

function Copy({ product }: { product: AdminProduct }) {
  const initial = useMemo(() => copyOf(product), [product]);
  return (
    <Make
      name={`product-copy-${product.id}`}
      initial={initial}
      text={`Salinan dari ${product.name}. SKU, barcode, dan stoknya tidak ikut disalin.`}
      back={{ to: adminPaths.product(product.id), label: 'Kembali ke produk asal' }}
    />
  );
}

type MakeProps = {
  /** Name of the form, different from all others. */
  name: string;
  initial: ProductDraft;
  text?: ReactNode;
  back: { to: string; label: string };
};

function Make({ name, initial, text, back }: MakeProps) {
  const navigate = useNavigate();
  const draft = useDraft<ProductDraft>({
    name,
    initial,
    save: async (typed) => {
      const product = await save('POST /api/admin/products', { body: payload(typed) });
      toast('success', 'Produk dibuat');
      void navigate(adminPaths.product(product.id), { replace: true });
    },
  });
  return (
    <Screen title="Produk baru" text={text} back={back}>
      <ProductForm draft={draft} isNew />
    </Screen>
  );
}

export { NewProductPage as Component };
