import { PencilLine } from 'lucide-react';
import { ChoiceBar } from '@/admin/ui/ChoiceBar';
import type { Chosen } from '@/admin/ui/useChoice';
import { request } from '@/api/calls';
import { sentence } from '@/errors';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { BulkChangeDialog } from './BulkChangeDialog';

/** Maximum number of products that the server changes at once. */
const MOST = 500;

type Props = {
  ids: number[];
  /** Filters of the list. */
  filters: Record<string, string>;
  onChoose: (ids: Chosen) => void;
};

/** Actions on several chosen products at once. */
export function ProductBulkBar({ ids, filters, onChoose }: Props) {
  const [changing, setChanging] = useRestoredState('changing', false);
  const { mutate: chooseAll, isPending } = useMutation(
    async () => {
      const { products } = await request('GET /api/admin/products', { params: filters });
      onChoose(new Set(products.slice(0, MOST).map(({ id }) => id)));
      if (products.length > MOST)
        toast(
          'success',
          `${number(MOST)} produk terbaru dipilih`,
          'Lebih banyak tidak bisa sekaligus; persempit dengan saringan untuk sisanya.',
          6000,
        );
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Produk gagal dicari. Coba lagi.')),
  );
  if (ids.length === 0) return null;
  const tooMany = ids.length > MOST;
  return (
    <>
      <ChoiceBar
        count={ids.length}
        what="produk"
        onClear={() => onChoose(new Set())}
        more={
          <button
            type="button"
            onClick={() => chooseAll()}
            disabled={isPending}
            className="min-h-11 px-2 text-sm text-brand underline underline-offset-4"
          >
            {isPending ? 'Memilih...' : 'Pilih semua yang ditemukan'}
          </button>
        }
      >
        <Button onClick={() => setChanging(true)} disabled={tooMany || isPending}>
          <PencilLine aria-hidden size={18} />
          Ubah sekaligus
        </Button>
        {tooMany && (
          <p className="mt-2 text-sm text-muted">
            Paling banyak {number(MOST)} produk diubah sekaligus.
          </p>
        )}
      </ChoiceBar>
      {changing && (
        <BulkChangeDialog
          ids={ids}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false);
            onChoose(new Set());
          }}
        />
      )}
    </>
  );
}
