import { useEffect, useMemo, useState, type FormEvent } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { useDraft } from '@/admin/ui/useDraft';
import { roleNames, type AdminRole } from '@/admin/roles';
import { request, type Answer } from '@/api/calls';
import { save } from '@/api/save';
import { date } from '@/dates';
import { sentence } from '@/errors';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { useMutation } from '@/ui/useMutation';
import { roleTexts } from './roleTexts';

type Added = Answer<'POST /api/admin/staff'>;

type Candidate = Answer<'GET /api/admin/staff/candidate'>;

type Props = { onAdded: (answer: Added) => void; onClose: () => void };

type Typed = { kind: 'existing' | 'new'; email: string; name: string; role: AdminRole };

const empty: Typed = { kind: 'existing', email: '', name: '', role: 'fulfilment' };

/** Makes an existing or a new account an administrator. Typed values remain until they are sent. */
export function AddDialog({ onAdded, onClose }: Props) {
  const [added, setAdded] = useState<Added | null>(null);
  const { draft, busy, form, submit, tie, failure } = useDraft<Typed>({
    name: 'administrator-new',
    initial: useMemo(() => empty, []),
    save: async ({ kind, email, name, role }) => {
      const body = { email, role, ...(kind === 'new' && { name }) };
      setAdded(await save('POST /api/admin/staff', { body }));
    },
  });
  const isNew = draft.kind === 'new';
  const [candidate, setCandidate] = useState<Candidate | null>(null);
  const email = draft.email.trim().toLowerCase();
  const find = useMutation(async () =>
    setCandidate(await request('GET /api/admin/staff/candidate', { params: { email } })),
  );
  const seen = candidate?.email === email ? candidate : null;

  // Shows the person before the account becomes an administrator's.
  const proceed = (event: FormEvent) => {
    if (isNew || seen || !email) return submit(event);
    event.preventDefault();
    find.mutate();
  };

  // Runs after the form has cleared the typed values.
  useEffect(() => {
    if (!busy && added) onAdded(added);
  }, [busy, added, onAdded]);

  return (
    <Dialog title="Tambah pengelola" onClose={onClose}>
      <form ref={form} noValidate onSubmit={proceed} className="mt-3 grid gap-4">
        <SelectField label="Akun" {...tie('kind')}>
          <option value="existing">Akun yang sudah ada</option>
          <option value="new">Akun baru</option>
        </SelectField>
        <TextField label="Email" type="email" autoComplete="off" {...tie('email')} />
        {isNew && (
          <TextField
            label="Nama"
            autoComplete="off"
            maxLength={100}
            hint="Passwordnya dipilih sendiri lewat tautan satu kali pakai."
            {...tie('name')}
          />
        )}
        <SelectField label="Peran" {...tie('role')}>
          {roleTexts.map(([role, work]) => (
            <option key={role} value={role}>
              {roleNames[role]}: {work}
            </option>
          ))}
        </SelectField>
        {!isNew && seen && <CandidateFacts candidate={seen} />}
        {!isNew && find.error && (
          <Problem text={sentence(find.error, 'Akun gagal dicari. Coba lagi.')} />
        )}
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={(busy && 'Menyimpan...') || (find.isPending && 'Mencari...')}>
            {isNew || seen ? 'Tambah' : 'Lanjut'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Facts about a candidate, to check before trusting them. */
function CandidateFacts({ candidate }: { candidate: Candidate }) {
  const facts = [
    ['Nama', candidate.name],
    ['Nomor anggota', candidate.uid],
    ['Terdaftar sejak', date(candidate.joined_at)],
    ['Pesanan', number(candidate.orders)],
    ['Email', candidate.email_verified ? 'terverifikasi' : 'belum terverifikasi'],
  ];
  return (
    <div role="status" className="rounded-xl bg-sunken px-4 py-3 text-sm">
      <p className="font-medium">Pastikan ini orangnya</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted">
        Password dan login lamanya tidak berlaku lagi; password baru dipilih lewat tautan satu kali
        pakai.
      </p>
    </div>
  );
}
