import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { destinationsQuery } from '@/api/checkout';
import { useAtom } from '@/state';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';
import { draftAtom } from './atoms';

type Props = { error: string | undefined; onTouched: () => void };

/** Finds the destination of a parcel. */
export function DestinationField({ error, onTouched }: Props) {
  const [{ destination }, setDraft] = useAtom(draftAtom);
  const [text, setText] = useState(destination?.label ?? '');
  const settled = text === destination?.label;
  const keyword = useDebounced(settled ? '' : text.trim());
  const found = useQuery(destinationsQuery(keyword));
  const note = found.isPending
    ? 'Mencari tujuan...'
    : found.isError
      ? 'Failed to search destination'
      : 'No destinations found';

  return (
    <Field
      label="Tujuan pengiriman"
      error={error}
      // A narrow field shows only the beginning of its text.
      hint={
        settled
          ? `Dikirim ke ${text}.`
          : 'Ketik kelurahan, kecamatan, kota, atau kode pos, lalu pilih dari daftar.'
      }
    >
      {(wiring) => (
        <Combobox
          {...wiring}
          name="destination"
          aria-label="Tujuan pengiriman"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onTouched();
            if (destination) setDraft({ destination: null, methodId: null, service: null });
          }}
          ready={!settled && keyword !== ''}
          options={found.data ?? []}
          keyOf={({ id }) => id}
          render={({ label }) => label}
          onPick={(picked) => {
            setText(picked.label);
            setDraft({ destination: picked, methodId: null, service: null });
          }}
          note={note}
        />
      )}
    </Field>
  );
}
