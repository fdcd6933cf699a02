import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { destinationsQuery } from '@/api/checkout';
import type { Destination } from '@/api/schema';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

type Props = {
  /** The place that is chosen: its name, as far as it is known, and its key. */
  label: string;
  id: number;
  error: string | undefined;
  onPick: (place: Destination) => void;
};

/** Chooses the place that parcels leave from. */
export function OriginField({ label, id, error, onPick }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const keyword = useDebounced((text ?? '').trim());
  const found = useQuery(destinationsQuery(keyword));
  const chosen = label || `Nomor ${id}`;
  return (
    <Field
      label="Asal pengiriman"
      className="sm:col-span-2"
      error={
        missed ? `“${missed}” tidak dipilih dari daftar. Asal pengiriman tetap ${chosen}.` : error
      }
      hint="Ketik kelurahan, kecamatan, kota, atau kode pos, lalu pilih dari daftar."
    >
      {(wiring) => (
        <Combobox
          {...wiring}
          name="shipping_origin_id"
          aria-label="Asal pengiriman"
          value={text ?? chosen}
          maxLength={100}
          onChange={(event) => {
            setText(event.target.value);
            setMissed(null);
          }}
          // What was typed and not chosen chooses nothing.
          onBlurCapture={() => {
            if (text !== null && text !== chosen) setMissed(text.trim());
            setText(null);
          }}
          ready={text !== null && keyword !== ''}
          options={found.data ?? []}
          keyOf={(place) => place.id}
          render={(place) => place.label}
          onPick={(place) => {
            onPick(place);
            setText(null);
            setMissed(null);
          }}
          note={
            found.isError
              ? 'Tujuan gagal dimuat.'
              : found.isPending
                ? 'Mencari...'
                : 'Tidak ada yang cocok.'
          }
        />
      )}
    </Field>
  );
}
