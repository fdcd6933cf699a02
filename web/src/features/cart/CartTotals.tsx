import { useNavigate } from 'react-router-dom';
import { saveSelection } from '@/api/checkout';
import { sentence } from '@/errors';
import type { CartLine } from '@/api/schema';
import { loadCore } from '@/core';
import { number, rupiah } from '@/format';
import { CoreTrouble } from '@/components/CoreTrouble';
import { MinimumNote, shortOf } from '@/components/minimum';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { useAtomValue } from '@/state';
import { openAlert } from '@/ui/alert';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/Skeleton';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { totalsAtom } from './atoms';

/** Totals of the ticked lines, and the button to the checkout. */
export function CartTotals({ lines }: { lines: CartLine[] }) {
  const totals = useAtomValue(totalsAtom);
  const navigate = useNavigate();

  const checkout = useMutation(
    async () => {
      if (lines.length === 0) return openAlert('Pilih minimal satu produk untuk checkout.');
      if (lines.some(({ stock }) => stock <= 0)) return openAlert('Stok Kosong!');
      const short = shortOf(await loadCore(), lines);
      if (short) return openAlert('Jumlah belum cukup', short);
      await saveSelection(lines);
      void navigate(paths.checkout());
      await untilLeft();
    },
    (error) => openAlert('Oops...', sentence(error, 'Checkout gagal dibuka. Coba lagi.')),
  );

  return (
    <section
      aria-label="Ringkasan"
      data-sticky-card
      className="sticky bottom-3 card p-5 shadow-lg lg:top-24 lg:bottom-auto lg:p-6 lg:shadow-none"
    >
      <dl className="grid gap-2 text-sm">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">Total</dt>
          <dd className="text-right text-xl font-semibold tabular-nums">
            {totals ? rupiah(totals.subtotal) : <Skeleton className="h-7 w-32" />}
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">BV didapat</dt>
          <dd className="text-right font-semibold tabular-nums">
            {totals ? `${number(totals.bv)} BV` : <Skeleton className="h-5 w-16" />}
          </dd>
        </div>
      </dl>
      {shop.taxable && <p className="mt-2 text-xs text-muted">Harga sudah termasuk PPN.</p>}
      <MinimumNote lines={lines} />
      <CoreTrouble />
      <Button
        look="action"
        className="mt-4 w-full"
        busy={checkout.isPending && 'Memproses...'}
        onClick={() => checkout.mutate()}
      >
        Checkout ({lines.length})
      </Button>
    </section>
  );
}
