import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { MemberPicker } from '@/admin/components/MemberPicker';
import { DraftForm } from '@/admin/ui/DraftForm';
import { LinkDialog } from '@/admin/ui/LinkDialog';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { Answer } from '@/api/calls';
import { save } from '@/api/save';
import {
  AddressField,
  BankFields,
  BirthField,
  GenderField,
  PhoneField,
} from '@/components/MemberFields';
import { waits } from '@/components/registration';
import { PlanField } from '@/components/planChoice';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';

type Made = Answer<'POST /api/admin/members'>;

const back = { to: adminPaths.members(), label: 'Kembali ke daftar anggota' };

const empty = {
  name: '',
  email: '',
  no_hp: '',
  tanggal_lahir: '',
  bank: '',
  rekening_bank: '',
  alamat: '',
  jenis_kelamin: waits('jenis_kelamin') ? '' : 'L',
  id_plan: '1',
  leader_id: '',
  leader_name: '',
};

/** Registers a member on the member's behalf. */
function NewMemberPage() {
  const [made, setMade] = useState<Made | null>(null);
  const draft = useDraft({
    name: 'member-new',
    initial: useMemo(() => empty, []),
    // The leader's name is only for the administrator; the server ignores it.
    save: async (body) => setMade(await save('POST /api/admin/members', { body })),
  });
  const { tie, change, busy } = draft;
  const { leader_id, leader_name } = draft.draft;
  const navigate = useNavigate();

  // Runs after the form has cleared the typed values.
  useEffect(() => {
    if (busy || !made || made.link) return;
    toast(
      'success',
      'Anggota terdaftar.',
      'Pemilik toko dapat membuat tautan passwordnya di halaman anggota ini.',
    );
    void navigate(adminPaths.member(made.uid));
  }, [busy, made, navigate]);

  return (
    <Screen
      title="Anggota baru"
      text="Password dipilih anggota sendiri lewat tautan satu kali pakai; kode etik serta syarat dan ketentuan disetujuinya saat login pertama."
      back={back}
    >
      <DraftForm draft={draft} save="Daftarkan">
        <div className="grid max-w-3xl gap-5 card p-5 sm:grid-cols-2">
          <TextField label="Nama" autoComplete="off" maxLength={100} {...tie('name')} />
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            hint="Nama akunnya, dan tujuan tautan password."
            {...tie('email')}
          />
          {!waits('no_hp') && <PhoneField tie={tie} />}
          {!waits('tanggal_lahir') && <BirthField tie={tie} />}
          {!waits('bank') && <BankFields tie={tie} />}
          {!waits('alamat') && <AddressField tie={tie} />}
          {!waits('jenis_kelamin') && <GenderField tie={tie} />}
          {/* Offers the same plans as the registration by members themselves. */}
          <PlanField field={tie('id_plan')} />
          <div className="grid gap-2 sm:col-span-2">
            <p className="text-sm font-medium">Leader</p>
            {leader_id === '' ? (
              <>
                <MemberPicker
                  label="Cari leader: nama, ID, atau email"
                  onPick={({ uid, name }) => change({ leader_id: uid, leader_name: name })}
                />
                <p className="text-sm text-muted">
                  Tanpa leader, anggota berada di puncak jaringan {shop.name}.
                </p>
              </>
            ) : (
              <p className="flex flex-wrap items-center gap-3 text-sm">
                <span>
                  <strong>{leader_name}</strong> ({leader_id})
                </span>
                <Button look="outline" onClick={() => change({ leader_id: '', leader_name: '' })}>
                  Ganti
                </Button>
              </p>
            )}
          </div>
        </div>
      </DraftForm>
      {!busy && made?.link && (
        <LinkDialog
          name={made.name}
          link={made.link}
          onClose={() => void navigate(adminPaths.member(made.uid))}
        />
      )}
    </Screen>
  );
}

export { NewMemberPage as Component };
