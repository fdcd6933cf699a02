import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fold } from '@/fold';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { placesFound } from './form';

type Props = {
  label: string;
  /** Name of the field in the server's errors, if it stands alone. */
  name?: string;
  /** Provinces, cities and regencies to choose from. */
  known: readonly string[];
  value: string[];
  onPlaces: (places: string[]) => void;
  error?: string | undefined;
  className?: string;
};

/**
 * Selects the places that a rule applies to, from the list of all places; none means everywhere.
 */
export function PlacesField({ label, name, known, value, onPlaces, error, className }: Props) {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const found = placesFound(known, value, text);
  const typed = text.trim();
  const pick = (place: string) => {
    onPlaces([...value, place]);
    setText('');
    setMissed(null);
  };
  /** Place whose full name was typed, or that is the only match. */
  const meant =
    found.find((place) => fold(place) === fold(typed)) ??
    (found.length === 1 ? found[0] : undefined);
  const settle = () => {
    if (meant) pick(meant);
    else setMissed(typed);
  };
  // Without the typed place, the rule would apply everywhere: nothing is saved until the text is a
  // chosen place or empty.
  useEffect(() => {
    if (typed === '') return;
    const form = field.current?.closest('form');
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      settle();
      field.current?.querySelector('input')?.focus();
    };
    form?.addEventListener('submit', hold, true);
    return () => form?.removeEventListener('submit', hold, true);
  });
  return (
    <div ref={field} className={className}>
      <Field
        label={label}
        error={
          missed ? `“${missed}” belum dipilih dari daftar. Pilih satu, atau kosongkan.` : error
        }
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
              if (typed !== '') settle();
            }}
            ready={typed !== ''}
            options={found}
            keyOf={(place) => place}
            render={(place) => place}
            onPick={pick}
            note="Tidak ada yang cocok."
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {value.length > 0 && `${value.join(', ')} dipilih`}
      </p>
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
                onClick={() => {
                  onPlaces(value.filter((each) => each !== place));
                  field.current?.querySelector('input')?.focus();
                }}
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
