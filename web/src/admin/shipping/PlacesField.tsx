import { X } from 'lucide-react';
import { useState } from 'react';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { placesFound } from './typed';

type Props = {
  label: string;
  /** The name that a refusal of the server calls it by. */
  name: string;
  /** Provinces, cities and regencies to choose from. */
  known: readonly string[];
  value: string[];
  onPlaces: (places: string[]) => void;
  error?: string | undefined;
  className?: string;
};

/** Chooses the places that a rule is for, out of the list of all; none stand for everywhere. */
export function PlacesField({ label, name, known, value, onPlaces, error, className }: Props) {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState<string | null>(null);
  const found = placesFound(known, value, text);
  return (
    <div className={className}>
      <Field
        label={label}
        error={missed ? `“${missed}” tidak dipilih dari daftar, jadi tidak ditambahkan.` : error}
        hint="Ketik kota, kabupaten, atau provinsi, lalu pilih dari daftar. Kosong: semua tujuan."
      >
        {(wiring) => (
          <Combobox
            {...wiring}
            name={name}
            aria-label={label}
            value={text}
            maxLength={60}
            placeholder="Jawa Barat"
            onChange={(event) => {
              setText(event.target.value);
              setMissed(null);
            }}
            onBlurCapture={() => {
              if (text.trim() !== '') setMissed(text.trim());
              setText('');
            }}
            ready={text.trim() !== ''}
            options={found}
            keyOf={(place) => place}
            render={(place) => place}
            onPick={(place) => {
              onPlaces([...value, place]);
              setText('');
              setMissed(null);
            }}
            note="Tidak ada yang cocok."
          />
        )}
      </Field>
      {value.length > 0 && (
        <ul aria-label={`${label}: dipilih`} className="mt-2 flex flex-wrap gap-2">
          {value.map((place) => (
            <li
              key={place}
              className="flex items-center gap-1 rounded-full bg-brand-soft pl-3 text-sm"
            >
              {place}
              <button
                type="button"
                aria-label={`Hapus ${place}`}
                onClick={() => onPlaces(value.filter((each) => each !== place))}
                className="grid size-11 cursor-pointer place-items-center rounded-full hover:text-danger"
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
