import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { destinationsQuery } from '@/api/checkout';
import type { Destination } from '@/api/schema';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

type Props = {
  /** Purpose of the place, such as `Asal pengiriman`. */
  title: string;
  /** Name of the field in a refusal of the server. */
  name: string;
  /** Name of the chosen place; may be empty although `id`, its destination id, is set. */
  label: string;
  id: number | null;
  error: string | undefined;
  onPick: (place: Destination) => void;
};

/** Chooses the place that parcels leave from, or go to. */
export function PlaceField({ title, name, label, id, error, onPick }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const keyword = useDebounced((text ?? '').trim());
  const found = useQuery(destinationsQuery(keyword));
  const chosen = id === null ? '' : label || `Nomor ${id}`;
  return (
    <Field
      label={title}
      error={
        missed
          ? `“${missed}” tidak dipilih dari daftar. ${title} ${chosen ? `tetap ${chosen}` : 'belum ditentukan'}.`
          : error
      }
      hint="Ketik kelurahan, kecamatan, kota, atau kode pos, lalu pilih dari daftar."
    >
      {(wiring) => (
        <Combobox
          {...wiring}
          name={name}
          aria-label={title}
          value={text ?? chosen}
          maxLength={100}
          onChange={(event) => {
            setText(event.target.value);
            setMissed(null);
          }}
          // Text that was typed without a choice from the list chooses nothing.
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
