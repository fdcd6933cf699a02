import type { ChangeEvent } from 'react';
import { Checkbox } from '@/ui/Checkbox';
import { TextField } from '@/ui/Field';
import type { TypedShowing } from './showing';

type Moment = 'starts_at' | 'ends_at';

type Props = {
  shown: TypedShowing;
  errors: Partial<Record<Moment, string>>;
  onChange: (typed: Partial<TypedShowing>) => void;
};

/** Fields for the start and the end of display, and the off switch. */
export function ShowingFields({ shown, errors, onChange }: Props) {
  const tie = (name: Moment) => ({
    name,
    value: shown[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: target.value }),
  });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Mulai tayang (WIB)"
        type="datetime-local"
        {...tie('starts_at')}
        hint="Kosongkan agar tayang sejak disimpan."
      />
      <TextField
        label="Berakhir (WIB)"
        type="datetime-local"
        {...tie('ends_at')}
        hint="Kosongkan agar tayang tanpa akhir."
      />
      <label className="flex items-center gap-3 sm:col-span-2">
        <Checkbox
          name="switched_off"
          checked={shown.switched_off}
          onChange={({ target }) => onChange({ switched_off: target.checked })}
        />
        Matikan untuk sementara, tanpa menghapusnya
      </label>
    </div>
  );
}
