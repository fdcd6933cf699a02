import { Archive, ArchiveRestore, ExternalLink, PackagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { queryClient, request, sentence } from '@/api/client';
import type { AdminProduct } from '@/api/schema';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { forgetLists, keepProduct, productQuery } from '@/admin/parts/products';
import { StockDialog } from '@/admin/parts/StockDialog';

type Props = {
  product: AdminProduct;
  /** Called before a deleted product's page is left. */ onGone: () => void;
};

/** What is done with a product beside changing what it says. */
export function ProductActions({ product, onGone }: Props) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'archive' | 'delete' | 'stock' | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const path = `/api/admin/products/${product.id}`;

  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      setAsking(null);
    } catch (error) {
      setFailure(sentence(error, 'Gagal diproses. Coba lagi.'));
    } finally {
      setBusy(false);
    }
  };
  const move = (verb: 'archive' | 'restore', said: string) =>
    act(async () => {
      keepProduct(await request<AdminProduct>('POST', `${path}/${verb}`, {}));
      toast('success', said);
    });
  const remove = () =>
    act(async () => {
      await request('DELETE', path);
      onGone();
      void navigate(adminPaths.products(), { replace: true });
      queryClient.removeQueries({ queryKey: productQuery(String(product.id)).queryKey });
      forgetLists();
      toast('success', 'Produk dihapus');
    });
  const close = () => {
    setAsking(null);
    setFailure(null);
  };
  return (
    <>
      <Button look="outline" onClick={() => setAsking('stock')}>
        <PackagePlus aria-hidden size={18} />
        Ubah stok
      </Button>
      {product.archived_at ? (
        <Button
          look="outline"
          busy={busy && 'Memproses...'}
          onClick={() => void move('restore', 'Produk dijual lagi')}
        >
          <ArchiveRestore aria-hidden size={18} />
          Jual lagi
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
      <Button look="outline" aria-label="Hapus produk" onClick={() => setAsking('delete')}>
        <Trash2 aria-hidden size={18} />
      </Button>
      {failure && asking === null && <Problem text={failure} />}
      {asking === 'archive' && (
        <ConfirmDialog
          title="Arsipkan produk ini?"
          text={
            <>
              <p>
                {product.name} hilang dari toko, juga dari wishlist, dan tidak dapat dibeli lagi
                dari keranjang. Pesanan yang sudah ada tetap menampilkannya. Anda dapat menjualnya
                lagi kapan saja.
              </p>
              {failure && <Problem text={failure} />}
            </>
          }
          confirm="Arsipkan"
          busy={busy}
          onConfirm={() => void move('archive', 'Produk diarsipkan')}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title="Hapus produk ini?"
          text={
            <>
              <p className="mb-3">
                {product.name} akan hilang untuk selamanya. Ini hanya bisa untuk produk yang belum
                pernah dipesan, diulas, atau disimpan siapa pun.
              </p>
              {failure && <Problem text={failure} />}
            </>
          }
          confirm="Hapus"
          busy={busy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
      {asking === 'stock' && <StockDialog product={product} onClose={close} />}
    </>
  );
}
