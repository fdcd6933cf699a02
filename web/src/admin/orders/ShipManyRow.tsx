import { useId, type KeyboardEventHandler } from 'react';
import type { PrintedOrder } from '@/api/schema';
import { inputClass } from '@/ui/Field';
import { CodWarning } from './CodWarning';
import type { Parcel } from './resi';

type Props = {
  order: PrintedOrder;
  parcel: Parcel;
  error: string | undefined;
  onType: (parcel: Parcel) => void;
  onKeyDown: KeyboardEventHandler<HTMLInputElement>;
  /** Handles pasted text; returns false if it is to be pasted as usual. */
  onPaste: (text: string) => boolean;
};

/** One of many parcels: its tracking number and its courier. */
export function ShipManyRow({ order, parcel, error, onType, onKeyDown, onPaste }: Props) {
  const note = useId();
  const { order_id: id, receiver } = order;
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[1fr_11rem_11rem] sm:items-start">
      <p className="min-w-0 text-sm">
        <span className="font-medium break-all">{id}</span>
        <span className="block truncate text-muted">{receiver.name}</span>
      </p>
      <div>
        <input
          aria-label={`Resi ${id}`}
          placeholder="Nomor resi"
          aria-invalid={error !== undefined}
          aria-describedby={error && note}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={parcel.resi}
          onChange={(event) => onType({ ...parcel, resi: event.target.value })}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
          }}
          className={inputClass(error !== undefined)}
        />
        {error && (
          <p id={note} className="mt-1 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      <input
        aria-label={`Kurir ${id}`}
        placeholder="Kurir"
        maxLength={60}
        value={parcel.courier}
        onChange={(event) => onType({ ...parcel, courier: event.target.value })}
        onKeyDown={onKeyDown}
        className={inputClass(false)}
      />
      <CodWarning
        amount={order.cod_rp}
        chosen={order.courier}
        courier={parcel.courier}
        className="sm:col-span-3"
      />
    </li>
  );
}
