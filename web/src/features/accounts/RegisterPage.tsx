import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { agreementsQuery, register } from '@/api/accounts';
import type { Agreement } from '@/api/schema';
import { ApiError, sentence } from '@/errors';
import { paths } from '@/paths';
import { PlanField } from '@/components/planChoice';
import { shop } from '@/shop';
import { useAtom } from '@/state';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Link } from '@/ui/Link';
import { PasswordField } from '@/ui/PasswordField';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { useTitle } from '@/ui/useTitle';
import { AccountCard } from './AccountCard';
import { LeaderField } from './LeaderField';
import {
  AddressField,
  BankFields,
  BirthField,
  focusRefused,
  GenderField,
  PhoneField,
} from '@/components/MemberFields';
import { inviterAtom, uidOf } from './inviter';
import { PhotoField } from './PhotoField';
import {
  checkRegistration,
  emptyRegistration,
  waits,
  type Errors,
  type Registration,
} from '@/components/registration';

/** Form that registers a member. */
function RegisterPage() {
  useTitle('Register');
  const invited = uidOf(useAddressParams().get('ref'));
  const choose = useChooseParam<'ref'>();
  const [inviter, setInviter] = useAtom(inviterAtom);
  useEffect(() => {
    if (!invited) return;
    setInviter(invited);
    // The uid is removed from the address: a visitor can delete the stored one, but the address
    // would restore it.
    choose('ref', '');
  }, [invited, setInviter, choose]);
  const [form, setForm] = useState({
    ...emptyRegistration,
    ...(waits('jenis_kelamin') && { jenis_kelamin: '' }),
    leader_id: invited ?? inviter ?? '',
  });
  const [photo, setPhoto] = useState<File | null>(null);
  const [alone, setAlone] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const agreements = useQuery(agreementsQuery).data ?? [];
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();

  const set = (field: keyof Registration, value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };
  /** Returns props that bind an input to a form field. */
  const tie = (field: keyof Registration) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });

  const refuse = (refused: Errors) => {
    setErrors(refused);
    focusRefused(element.current, refused);
  };

  const { mutate, isPending, error } = useMutation(
    async () => {
      const refused = await checkRegistration(form, photo, alone);
      if (Object.keys(refused).length > 0) return refuse(refused);
      const leader = alone ? null : form.leader_id.trim().toUpperCase();
      const shown = (slug: string) =>
        agreements.find((each) => each.slug === slug)?.version.toString() ?? null;
      const { message } = await register({
        ...form,
        leader_id: leader,
        profile_picture: photo,
        code_of_ethics_version: shown('code-of-ethics'),
        terms_version: shown('terms'),
      });
      toast('success', 'Berhasil!', message);
      setInviter(null);
      void navigate(paths.login(), { state: { registered: form.email.trim() } });
      await untilLeft();
    },
    (failure) => {
      if (failure instanceof ApiError && failure.code === 'email_taken')
        refuse({ email: failure.message });
      else window.scrollTo({ top: 0, behavior: 'smooth' });
    },
  );

  return (
    <AccountCard title="Register" text={`Isi data diri untuk menjadi anggota ${shop.name}.`} wide>
      <form
        ref={element}
        noValidate
        onSubmit={handleSubmit(mutate)}
        className="mt-6 grid gap-5 sm:grid-cols-2"
      >
        <div className="grid gap-5 empty:hidden sm:col-span-2">
          {error && <Problem text={sentence(error, 'Terjadi kesalahan')} />}
          {!waits('profile_picture') && (
            <PhotoField
              photo={photo}
              error={errors.profile_picture}
              onPick={(picked, refusal) => {
                setPhoto(picked);
                setErrors((before) => ({ ...before, profile_picture: refusal ?? undefined }));
              }}
            />
          )}
        </div>
        <TextField label="Nama" autoComplete="name" {...tie('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...tie('email')} />
        <PasswordField label="Password" autoComplete="new-password" {...tie('password')} />
        <PasswordField
          label="Konfirmasi password"
          autoComplete="new-password"
          {...tie('confirmPassword')}
        />
        {!waits('no_hp') && <PhoneField tie={tie} />}
        {!waits('tanggal_lahir') && <BirthField tie={tie} />}
        {!waits('bank') && <BankFields tie={tie} />}
        {!waits('alamat') && <AddressField tie={tie} />}
        {!waits('jenis_kelamin') && <GenderField tie={tie} />}
        <PlanField field={tie('id_plan')} />
        <div className="sm:col-span-2">
          <LeaderField
            value={form.leader_id}
            error={errors.leader_id}
            alone={alone}
            inviter={inviter}
            onChange={(uid) => set('leader_id', uid)}
            onForget={() => {
              setInviter(null);
              set('leader_id', '');
            }}
            onAlone={(none) => {
              setAlone(none);
              setErrors({ ...errors, leader_id: undefined });
            }}
          />
        </div>
        <p className="text-sm text-muted sm:col-span-2">
          Dengan menekan Register, Anda menyetujui{' '}
          <Document slug="code-of-ethics" name="Kode Etik" /> serta{' '}
          <Document slug="terms" name="Syarat dan Ketentuan" /> {shop.name} yang berlaku.
        </p>
        <Button type="submit" busy={isPending && 'Memproses...'} className="sm:col-span-2">
          Register
        </Button>
      </form>
      <p className="mt-6 text-center text-sm text-muted">
        Sudah punya akun?{' '}
        <Link to={paths.login()} className="font-semibold text-brand hover:underline">
          Login
        </Link>
      </p>
    </AccountCard>
  );
}

/** Link that opens the document in a new tab, so the form loses no typed text. */
function Document({ slug, name }: { slug: Agreement['slug']; name: string }) {
  return (
    <a
      href={paths.agreement(slug)}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-brand underline underline-offset-4"
    >
      {name}
      <span className="sr-only"> (di tab baru)</span>
    </a>
  );
}

export { RegisterPage as Component };
