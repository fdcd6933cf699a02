import type { User } from '@/api/schema';
import { loadCore } from '@/core';
import { today } from '@/dates';
import { byField } from '@/fieldErrors';
import { shop } from '@/shop';
import { atom } from '@/state';
import { bankChoices, type Errors, type Registration } from '@/components/registration';

/** Fields that a member may change, by wire name. */
export type Profile = Pick<
  Registration,
  'name' | 'no_hp' | 'alamat' | 'bank' | 'rekening_bank' | 'jenis_kelamin' | 'tanggal_lahir'
>;

/** Returns the form's values before any input. */
export function profileOf(user: User): Profile {
  const { name, no_hp, alamat, bank, rekening_bank, jenis_kelamin, tanggal_lahir } = user;
  return { name, no_hp, alamat, bank, rekening_bank, jenis_kelamin, tanggal_lahir };
}

/** Unsaved values of a profile; `of` is the id of the member, `photo` is null if unchanged. */
export type ProfileDraft = { of: number; form: Profile; photo: File | null };

/**
 * Profile changes that a member has not saved yet. They outlive the page: the end of a session, or
 * a visit to another page, loses nothing. They stay in memory only, because they are private.
 */
export const profileDraftAtom = atom<ProfileDraft | null>(null);

/** Checks the form by the rules that the server uses too. */
export async function checkProfile(form: Profile): Promise<Errors> {
  const core = await loadCore();
  const more_banks = bankChoices(form.bank);
  return byField(
    core.checkProfile({ ...form, today: today(), later: shop.registration_later, more_banks }),
  );
}
