import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { save } from '@/api/calls';
import { toast } from '@/ui/toast';
import { emptyDraft, payload, type ProductDraft } from './productDraft';
import { ProductForm } from './ProductForm';

/** A product that is not there yet. */
function NewProductPage() {
  const navigate = useNavigate();
  const draft = useDraft<ProductDraft>({
    name: 'product-new',
    initial: emptyDraft,
    save: async (typed) => {
      const product = await save('POST /api/admin/products', { body: payload(typed) });
      toast('success', 'Produk dibuat');
      void navigate(adminPaths.product(product.id), { replace: true });
    },
  });
  return (
    <Screen title="Produk baru" back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}>
      <ProductForm draft={draft} isNew />
    </Screen>
  );
}

export { NewProductPage as Component };
