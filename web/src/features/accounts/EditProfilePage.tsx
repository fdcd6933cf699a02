import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMe } from '@/api/accounts';
import { sentence } from '@/errors';
import { updateProfile } from '@/api/profile';
import type { User } from '@/api/schema';
import { fieldErrors } from '@/fieldErrors';
import { paths } from '@/paths';
import { store, useAtom } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Link } from '@/ui/Link';
import { PasswordField } from '@/ui/PasswordField';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { useTitle } from '@/ui/useTitle';
import { HeirsCard } from './HeirsCard';
import {
  AddressField,
  BankFields,
  BirthField,
  focusRefused,
  GenderField,
  PhoneField,
} from '@/components/MemberFields';
import { PhotoField } from './PhotoField';
import {
  checkProfile,
  profileDraftAtom,
  profileOf,
  type Profile,
  type ProfileDraft,
} from './profile';
import { waits, type Errors } from '@/components/registration';

/** Classes for fields that cannot change. */
const fixed = '[&_input]:bg-sunken [&_input]:text-muted';

/** Page to edit the member's own data. */
function EditProfilePage() {
  useTitle('Edit profil');
  const { data: me } = useMe();
  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <div className="flex items-center gap-2">
        <BackLink to={paths.profile()} label="Kembali ke akun" />
        <h1 className="font-display text-3xl font-semibold">Edit profil</h1>
      </div>
      {me && <ProfileForm key={me.id} me={me} />}
      {me && <HeirsCard />}
    </div>
  );
}

/** Returns the member's draft, or else their stored profile. */
function own(draft: ProfileDraft | null, me: User) {
  return draft?.of === me.id ? draft : { form: profileOf(me), photo: null };
}

function ProfileForm({ me }: { me: User }) {
  const [draft, setDraft] = useAtom(profileDraftAtom);
  const [errors, setErrors] = useState<Errors>({});
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { form, photo } = own(draft, me);
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string>();
  // A change of the bank account needs the password, so that the finder of a lost phone cannot
  // redirect bonuses.
  const asks = form.bank !== me.bank || form.rekening_bank !== me.rekening_bank;
  // Changes apply to the latest draft: a photo that is checked slowly must not undo text typed
  // since then.
  const change = (typed: Partial<Profile>, picked?: File | null) =>
    setDraft((kept) => {
      const before = own(kept, me);
      return {
        of: me.id,
        form: { ...before.form, ...typed },
        photo: picked === undefined ? before.photo : picked,
      };
    });

  /** Returns props that bind an input to a form field. */
  const tie = (field: keyof Profile) => ({
    name: field,
    value: form[field],
    error: errors[field],
    required: !waits(field === 'rekening_bank' ? 'bank' : field),
    onChange: (event: { target: { value: string } }) => {
      change({ [field]: event.target.value });
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
  });

  const refuse = (refused: Errors) => {
    setErrors(refused);
    focusRefused(element.current, refused);
  };

  const refusePassword = (error: string) => {
    setPasswordError(error);
    const field = element.current?.elements.namedItem('current_password');
    if (field instanceof HTMLElement) field.focus();
  };

  const { mutate, isPending, error } = useMutation(
    async () => {
      const refused = await checkProfile(form);
      if (Object.keys(refused).length > 0) return refuse(refused);
      if (asks && !password) return refusePassword('Isi password Anda untuk mengganti rekening.');
      const typed = asks ? { ...form, current_password: password } : form;
      const message = await updateProfile(typed, photo);
      toast('success', message);
      // Text typed during the request is not saved yet.
      if (store.get(profileDraftAtom) !== draft) return;
      setDraft(null);
      void navigate(paths.profile());
      await untilLeft();
    },
    (failure) => {
      const refused = fieldErrors<keyof Profile | 'current_password'>(failure);
      refuse(refused);
      if (refused.current_password) refusePassword(refused.current_password);
    },
  );

  return (
    <form
      ref={element}
      noValidate
      onSubmit={handleSubmit(mutate)}
      className="mt-6 grid gap-5 card p-5 sm:grid-cols-2 sm:p-8"
    >
      <div className="sm:col-span-2">
        <PhotoField
          photo={photo}
          current={me.profile_picture}
          error={errors.profile_picture}
          onPick={(picked, refusal) => {
            change({}, picked);
            setErrors((before) => ({ ...before, profile_picture: refusal ?? undefined }));
          }}
        />
      </div>
      <TextField label="ID anggota" value={me.uid} readOnly className={fixed} />
      <TextField label="Email" value={me.email} readOnly className={fixed} />
      <TextField label="Nama" autoComplete="name" {...tie('name')} />
      <PhoneField tie={tie} />
      <GenderField tie={tie} />
      <BirthField tie={tie} />
      <BankFields tie={tie} />
      <AddressField tie={tie} />
      {asks && (
        <div className="sm:col-span-2">
          <PasswordField
            label="Password Anda"
            name="current_password"
            autoComplete="current-password"
            value={password}
            error={passwordError}
            required
            onChange={({ target }) => {
              setPassword(target.value);
              setPasswordError(undefined);
            }}
          />
          <p className="mt-1.5 text-sm text-muted">
            Rekening bank hanya dapat diisi atau diganti dengan password. Bonus dibayarkan ke
            rekening baru setelah masa tunggu demi keamanan Anda.
          </p>
        </div>
      )}
      {error && (
        <div className="sm:col-span-2">
          <Problem text={sentence(error, 'Gagal menyimpan perubahan.')} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
        <Link
          to={paths.profile()}
          onClick={() => setDraft(null)}
          className={buttonClass('outline', 'max-sm:flex-1')}
        >
          Batal
        </Link>
        <Button type="submit" busy={isPending && 'Memproses...'} className="max-sm:flex-1">
          Simpan perubahan
        </Button>
      </div>
    </form>
  );
}

export { EditProfilePage as Component };
