import {
  Archive,
  ArchiveRestore,
  Copy,
  ExternalLink,
  PackagePlus,
  Store,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { refresh } from '@/api/calls';
import { sentence } from '@/errors';
import type { AdminProduct } from '@/api/schema';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { adminQuery } from '@/admin/ui/adminQuery';
import { StockDialog } from '@/admin/components/StockDialog';
import { save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';

type Props = {
  product: AdminProduct;
  /** Called before a deleted product's page is left. */ onGone: () => void;
};

/** Actions on a product besides editing it. */
export function ProductActions({ product, onGone }: Props) {
  const navigate = useNavigate();
  const [asking, setAsking] = useRestoredState<'archive' | 'delete' | 'stock' | null>(
    'asking',
    null,
  );
  const params = { id: product.id };
  const isDraft = product.status === 'draft';

  const move = async (verb: 'archive' | 'restore', said: string) => {
    const keep = adminQuery('/api/admin/products/{id}', params);
    await save(`POST /api/admin/products/{id}/${verb}`, { params }, { keep });
    toast('success', said);
  };
  const restore = useMutation(() =>
    move('restore', isDraft ? 'Produk diterbitkan' : 'Produk dijual lagi'),
  );
  const remove = async () => {
    await save('DELETE /api/admin/products/{id}', { params }, { changes: [] });
    onGone();
    toast('success', 'Produk dihapus');
    // Leaves the page first: a refresh would request the deleted product again.
    await navigate(adminPaths.products(), { replace: true });
    void refresh('/api/');
  };
  const close = () => setAsking(null);
  return (
    <>
      <Button look="outline" onClick={() => setAsking('stock')}>
        <PackagePlus aria-hidden size={18} />
        Ubah stok
      </Button>
      {product.status !== 'for_sale' ? (
        <Button
          look={isDraft ? 'primary' : 'outline'}
          busy={restore.isPending && 'Memproses...'}
          onClick={() => restore.mutate()}
        >
          {isDraft ? <Store aria-hidden size={18} /> : <ArchiveRestore aria-hidden size={18} />}
          {isDraft ? 'Terbitkan' : 'Jual lagi'}
        </Button>
      ) : (
        <>
          <Link to={paths.product(product)} className={buttonClass('outline')}>
            <ExternalLink aria-hidden size={18} />
            Lihat di toko
          </Link>
          <Button look="outline" onClick={() => setAsking('archive')}>
            <Archive aria-hidden size={18} />
            Arsipkan
          </Button>
        </>
      )}
      <Link to={adminPaths.newProduct(product.id)} className={buttonClass('outline')}>
        <Copy aria-hidden size={18} />
        Salin
      </Link>
      <Button look="outline" aria-label="Hapus produk" onClick={() => setAsking('delete')}>
        <Trash2 aria-hidden size={18} />
      </Button>
      {restore.error && <Problem text={sentence(restore.error, 'Gagal diproses. Coba lagi.')} />}
      {asking === 'archive' && (
        <ConfirmDialog
          title="Arsipkan produk ini?"
          text={`${product.name} hilang dari toko, juga dari wishlist, dan tidak dapat dibeli lagi dari keranjang. Pesanan yang sudah ada tetap menampilkannya. Anda dapat menjualnya lagi kapan saja.`}
          confirm="Arsipkan"
          onConfirm={() => move('archive', 'Produk diarsipkan')}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title="Hapus produk ini?"
          text={`${product.name} akan hilang untuk selamanya. Ini hanya bisa untuk produk yang belum pernah dipesan, diulas, atau disimpan siapa pun.`}
          confirm="Hapus"
          onConfirm={remove}
          onClose={close}
        />
      )}
      {asking === 'stock' && <StockDialog product={product} onClose={close} />}
    </>
  );
}
