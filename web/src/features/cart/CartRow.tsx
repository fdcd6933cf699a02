import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cartAtom } from '@/api/cart';
import { removeLine, stepLine } from '@/api/cartChanges';
import { sentence } from '@/errors';
import type { CartLine } from '@/api/schema';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { useAtomValue, useSetAtom } from '@/state';
import { BvBadge } from '@/components/BvBadge';
import { StruckPrice } from '@/components/StruckPrice';
import { leastOf } from '@/components/minimum';
import { openAlert } from '@/ui/alert';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Stepper } from '@/ui/Stepper';
import { tickAtom } from './atoms';

function attempt(change: Promise<void>) {
  change.catch((error: unknown) =>
    openAlert('Error', sentence(error, 'Keranjang gagal diperbarui. Coba lagi.')),
  );
}

/** One line of the cart. */
export function CartRow({ line, ticked }: { line: CartLine; ticked: boolean }) {
  const tick = useSetAtom(tickAtom);
  const [removing, setRemoving] = useState(false);
  const others = (useAtomValue(cartAtom).data ?? [])
    .filter(({ id, product_id }) => product_id === line.product_id && id !== line.id)
    .reduce((pieces, { quantity }) => pieces + quantity, 0);
  // The shop does not sell fewer: a further decrease removes the whole line.
  const least = Math.max(1, leastOf(line) - others);
  const address = paths.product({ id: line.product_id, name: line.name });

  return (
    <li className="grid grid-cols-[auto_--spacing(20)_1fr] items-start gap-x-3 gap-y-3 py-4 sm:grid-cols-[auto_6rem_1fr_auto] sm:gap-x-4">
      <label className="-m-2 grid size-9 place-items-center self-center">
        <Checkbox
          aria-label={`Pilih ${line.name}`}
          checked={ticked}
          onChange={(event) => tick([line], event.target.checked)}
        />
      </label>
      <Link to={address} tabIndex={-1} aria-hidden>
        <Picture picture={line.picture} alt="" sizes={96} className="rounded-xl" />
      </Link>
      <div className="min-w-0">
        <Link to={address} className="font-medium hover:text-brand hover:underline">
          {line.name}
        </Link>
        {line.variant && <p className="text-sm text-muted">{line.variant}</p>}
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <StruckPrice price={line} />
          <span className="font-semibold tabular-nums">{rupiah(line.harga)}</span>
          <BvBadge bv={line.bv} />
        </p>
        {line.stock <= 0 ? (
          <p className="mt-1 text-sm font-semibold text-danger">Stok Kosong!</p>
        ) : (
          line.quantity >= line.stock && (
            <p className="mt-1 text-sm text-muted">Stok tersedia: {line.stock}</p>
          )
        )}
      </div>
      <div className="col-span-3 flex items-center justify-end gap-2 sm:col-span-1 sm:flex-col sm:items-end">
        <button
          type="button"
          aria-label={`Hapus ${line.name}`}
          onClick={() => setRemoving(true)}
          className="grid size-11 place-items-center rounded-full text-muted hover:bg-danger-soft hover:text-danger"
        >
          <Trash2 size={18} />
        </button>
        <Stepper
          label={`Jumlah ${line.name}`}
          value={line.quantity}
          canDecrease
          canIncrease={line.quantity < line.stock}
          onStep={(step) =>
            step < 0 && line.quantity <= least ? setRemoving(true) : attempt(stepLine(line, step))
          }
        />
      </div>
      {removing && (
        <ConfirmDialog
          title="Hapus dari keranjang?"
          text={`${line.name} akan dihapus dari keranjang Anda.`}
          confirm="Ya, hapus"
          onClose={() => setRemoving(false)}
          onConfirm={() => attempt(removeLine(line))}
        />
      )}
    </li>
  );
}
