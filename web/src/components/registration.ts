import { loadCore } from '@/core';
import { today } from '@/dates';
import { byField } from '@/fieldErrors';
import { shop } from '@/shop';

/** Entries of the registration form, by wire name. */
export type Registration = {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
  no_hp: string;
  bank: string;
  rekening_bank: string;
  alamat: string;
  jenis_kelamin: string;
  id_plan: string;
  tanggal_lahir: string;
  leader_id: string;
};

/** Empty form with the shop's defaults: plan 1, gender L. */
export const emptyRegistration: Registration = {
  name: '',
  email: '',
  password: '',
  confirmPassword: '',
  no_hp: '',
  bank: '',
  rekening_bank: '',
  alamat: '',
  jenis_kelamin: 'L',
  id_plan: '1',
  tanggal_lahir: '',
  leader_id: '',
};

/** Banks that a bonus can be paid to in every shop. */
const banks = ['BCA', 'BNI', 'BRI', 'Mandiri', 'CIMB'];

/** Banks that a member can choose: the shop's, and the one that was chosen before. */
export const bankChoices = (chosen: string) => [
  ...new Set([...banks, ...shop.more_banks, ...(chosen ? [chosen] : [])]),
];

/** Messages of the refused fields. */
export type Errors = Partial<Record<keyof Registration | 'profile_picture', string>>;

/** Whether a shop asks for a field of the registration later, in the profile. */
export const waits = (field: string) => shop.registration_later.includes(field);

/** Checks a form by the rules that the server uses too. */
export async function checkRegistration(
  form: Registration,
  photo: File | null,
  alone: boolean,
): Promise<Errors> {
  const core = await loadCore();
  const errors: Errors = byField(
    core.checkRegistration({
      email: form.email,
      password: form.password,
      confirm_password: form.confirmPassword,
      profile: {
        ...form,
        today: today(),
        later: shop.registration_later,
        more_banks: shop.more_banks,
      },
    }),
  );
  if (!form.confirmPassword) errors.confirmPassword ??= 'Konfirmasi password wajib diisi.';
  if (!photo && !waits('profile_picture')) errors.profile_picture = 'Foto profil wajib diisi.';
  if (!alone && form.leader_id.trim() === '') errors.leader_id = 'ID Leader wajib diisi.';
  return errors;
}
