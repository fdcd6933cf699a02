import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import type { PrintedOrder } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { fillDown, pastedColumn, plainResi, repeated, resiError, type Parcels } from './resi';
import { ShipManyRow } from './ShipManyRow';

type Props = {
  orders: PrintedOrder[];
  typed: Parcels;
  onType: (typed: Parcels) => void;
  onSend: (parcels: { id: string; resi: string; courier: string }[]) => void;
  onClose: () => void;
};

/** Tracking numbers of many parcels, typed, pasted or scanned. */
export function ShipManyForm({ orders, typed, onType, onSend, onClose }: Props) {
  const [tried, setTried] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  // The rows may appear after the dialog: scanning can start at once, in the first row without a
  // number.
  useEffect(() => {
    const inputs = [...(rows.current?.children ?? [])].map(resiInput);
    (inputs.find((input) => input?.value === '') ?? inputs[0])?.focus();
  }, []);
  const ids = orders.map(({ order_id }) => order_id);
  const twice = repeated(ids, typed);
  const courierOf = (id: string) =>
    typed[id]?.courier || (orders.find(({ order_id }) => order_id === id)?.courier ?? '');
  const resiOf = (id: string) => plainResi(typed[id]?.resi ?? '');
  const filled = ids.filter(resiOf);
  const errorOf = (id: string) => {
    const resi = resiOf(id);
    if (!resi) return undefined;
    return twice.has(resi.toUpperCase()) ? 'Resi ini dipakai dua pesanan.' : resiError(resi);
  };
  const send = () => {
    setTried(true);
    if (filled.length === 0 || ids.some(errorOf)) return;
    onSend(filled.map((id) => ({ id, resi: resiOf(id), courier: courierOf(id) })));
  };
  // A scanner ends each number with Enter: the next one goes into the next row. After the last row,
  // no field receives input. A number that is wrong or was scanned twice is replaced by the next
  // one.
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const row = event.currentTarget.closest('li');
    const at = resiInput(row);
    const id = ids[[...(row?.parentElement?.children ?? [])].indexOf(row as Element)];
    const next = id && errorOf(id) ? at : resiInput(row?.nextElementSibling);
    (next ?? end.current)?.focus();
    next?.select();
  };
  return (
    <form noValidate onSubmit={handleSubmit(send)}>
      <p className="mt-2 text-sm text-muted">
        Isi atau pindai resi tiap pesanan, urut dari atas: Enter pindah ke baris berikutnya. Kolom
        resi yang disalin dari tabel dapat ditempel sekaligus mulai dari baris mana pun.
      </p>
      <ul ref={rows} className="-mx-1 mt-4 max-h-[55dvh] divide-y divide-line overflow-y-auto px-1">
        {orders.map((order) => (
          <ShipManyRow
            key={order.order_id}
            order={order}
            parcel={{ resi: typed[order.order_id]?.resi ?? '', courier: courierOf(order.order_id) }}
            error={errorOf(order.order_id)}
            onType={(parcel) => onType({ ...typed, [order.order_id]: parcel })}
            onKeyDown={goOn}
            onPaste={(text) => {
              const column = pastedColumn(text);
              if (column) onType(fillDown(ids, order.order_id, column, typed, courierOf));
              return column !== null;
            }}
          />
        ))}
      </ul>
      <p ref={end} tabIndex={-1} role="status" className="mt-4 text-sm outline-none">
        {number(filled.length)} dari {number(ids.length)} terisi
        {filled.length < ids.length ? '; yang kosong tidak dikirim.' : '.'}
      </p>
      {tried && filled.length === 0 && (
        <div className="mt-3">
          <Problem text="Isi paling sedikit satu resi." />
        </div>
      )}
      <DialogFoot>
        <Button look="outline" onClick={onClose}>
          Batal
        </Button>
        <Button type="submit">Kirim</Button>
      </DialogFoot>
    </form>
  );
}

/** Returns the input for the tracking number in a row. */
function resiInput(row: Element | null | undefined): HTMLInputElement | null {
  return row?.querySelector('input') ?? null;
}
