import type { AdminSettings } from '@/api/schema';
import { Checkbox } from '@/ui/Checkbox';
import { TextField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

/** Fields that can be asked for later, by wire name. */
const canWait = [
  ['profile_picture', 'Foto profil'],
  ['no_hp', 'Nomor HP'],
  ['alamat', 'Alamat tinggal'],
  ['bank', 'Bank dan nomor rekening'],
  ['jenis_kelamin', 'Jenis kelamin'],
  ['tanggal_lahir', 'Tanggal lahir'],
] as const;

const labels = {
  later: 'data yang diisi nanti',
  plan_a_text: 'penjelasan Plan A',
  plan_b_text: 'penjelasan Plan B',
};

/** Data required of new members at registration, and the explanation of the choice of a plan. */
export function RegistrationForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('registration', settings);
  const { tie, change, errors } = draft;
  const { later } = draft.draft;
  return (
    <SectionForm title="Pendaftaran" draft={draft} labels={labels}>
      <fieldset className="min-w-0 sm:col-span-2">
        <legend className="text-sm font-medium">Ditanyakan saat mendaftar</legend>
        <p id="registration-note" className="mt-1 text-sm text-muted">
          Yang tidak dicentang boleh diisi anggota nanti di profilnya. Tanpa rekening, bonus
          menunggu sampai rekening diisi.
        </p>
        <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
          {canWait.map(([field, name]) => (
            <label key={field} className="flex min-h-11 items-center gap-3">
              <Checkbox
                aria-describedby="registration-note"
                checked={!later.includes(field)}
                onChange={({ target }) =>
                  change({
                    later: canWait
                      .map(([each]) => each)
                      .filter((each) => (each === field ? !target.checked : later.includes(each))),
                  })
                }
              />
              {name}
            </label>
          ))}
        </div>
        {errors.later && <p className="mt-1 text-sm text-danger">{errors.later}</p>}
      </fieldset>
      <TextField
        label="Penjelasan Plan A"
        {...tie('plan_a_text')}
        maxLength={200}
        className="sm:col-span-2"
        hint="Ditampilkan di bawah pilihan plan saat mendaftar dan belanja. Boleh kosong."
      />
      <TextField
        label="Penjelasan Plan B"
        {...tie('plan_b_text')}
        maxLength={200}
        className="sm:col-span-2"
      />
    </SectionForm>
  );
}
