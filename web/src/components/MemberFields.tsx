/** Fields shared by registration and profile; `tie` connects an input to its field. */
import { today } from '@/dates';
import { SelectField, TextAreaField, TextField } from '@/ui/Field';
import { bankChoices, type Errors } from './registration';

type Common = 'no_hp' | 'jenis_kelamin' | 'tanggal_lahir' | 'bank' | 'rekening_bank' | 'alamat';
type FieldBinding = (field: Common) => {
  name: string;
  value: string;
  error: string | undefined;
  required?: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

/** Field of the mobile number. */
export function PhoneField({ tie }: { tie: FieldBinding }) {
  return <TextField label="No. HP" type="tel" autoComplete="tel" {...tie('no_hp')} />;
}

/** Field for the gender: `L` (male) or `P` (female). */
export function GenderField({ tie }: { tie: FieldBinding }) {
  return (
    <SelectField label="Jenis kelamin" {...tie('jenis_kelamin')}>
      {tie('jenis_kelamin').value === '' && <option value="">Pilih</option>}
      <option value="L">Laki-laki</option>
      <option value="P">Perempuan</option>
    </SelectField>
  );
}

/** Field of the birth date. */
export function BirthField({ tie }: { tie: FieldBinding }) {
  return (
    <TextField
      label="Tanggal lahir"
      type="date"
      autoComplete="bday"
      max={today()}
      {...tie('tanggal_lahir')}
    />
  );
}

/** Fields of the bank and the account number that bonuses are paid to. */
export function BankFields({ tie }: { tie: FieldBinding }) {
  return (
    <>
      <SelectField label="Bank" {...tie('bank')}>
        <option value="">Pilih bank</option>
        {bankChoices(tie('bank').value).map((bank) => (
          <option key={bank}>{bank}</option>
        ))}
      </SelectField>
      <TextField label="No. rekening" inputMode="numeric" {...tie('rekening_bank')} />
    </>
  );
}

/** Field of the postal address. */
export function AddressField({ tie }: { tie: FieldBinding }) {
  return (
    <TextAreaField
      label="Alamat"
      autoComplete="street-address"
      className="sm:col-span-2"
      {...tie('alamat')}
    />
  );
}

/** Focuses the first refused field of a form. */
export function focusRefused(form: HTMLFormElement | null, refused: Errors): void {
  const first = [...(form?.elements ?? [])].find(
    (each) => each instanceof HTMLElement && refused[each.getAttribute('name') as keyof Errors],
  );
  (first as HTMLElement | undefined)?.focus();
}
