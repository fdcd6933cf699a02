import { GitBranch, KeyRound, ShieldOff, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { useHasRole } from '@/admin/roles';
import { LinkDialog } from '@/admin/ui/LinkDialog';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { useMe } from '@/api/accounts';
import type { MemberDetail, PasswordLink } from '@/api/schema';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { dialogPart } from '@/ui/part';
import { toast } from '@/ui/toast';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';

const LeaderDialog = dialogPart(() => import('./LeaderDialog'));

/** Action of an owner on a member that needs a reason. */
type OwnerAction = 'suspend' | 'unsuspend';

const words: Record<OwnerAction, { title: string; text: string; confirm: string; done: string }> = {
  suspend: {
    title: 'Tangguhkan anggota',
    text: 'Anggota ini keluar dari semua perangkat dan tidak dapat login lagi. Pesanannya tetap diproses.',
    confirm: 'Tangguhkan',
    done: 'Anggota ditangguhkan.',
  },
  unsuspend: {
    title: 'Cabut penangguhan',
    text: 'Anggota ini dapat login lagi dengan password yang sama.',
    confirm: 'Cabut penangguhan',
    done: 'Penangguhan dicabut.',
  },
};

/** Actions of an owner on a member. */
export function MemberActions({ member }: { member: MemberDetail }) {
  const owner = useHasRole('owner');
  const me = useMe().data;
  const [open, setOpen] = useRestoredState<'leader' | 'link' | 'factors' | OwnerAction | null>(
    'asking',
    null,
  );
  const [link, setLink] = useState<PasswordLink | null>(null);
  if (!owner) return null;
  const close = () => setOpen(null);
  const suspended = Boolean(member.suspended_at);

  const params = { uid: member.uid };
  const keep = adminQuery('/api/admin/members/{uid}', params);
  const act = async (deed: OwnerAction, reason: string) => {
    await save(`POST /api/admin/members/{uid}/${deed}`, { params, body: { reason } }, { keep });
    toast('success', words[deed].done);
  };
  const resetFactors = async () => {
    await save('DELETE /api/admin/members/{uid}/factors', { params }, { keep });
    toast('success', `Verifikasi dua langkah ${member.name} diatur ulang.`);
  };
  const askForLink = async () =>
    setLink(await save('POST /api/admin/members/{uid}/password-link', { params }));

  return (
    <>
      <Button look="outline" onClick={() => setOpen('leader')}>
        <GitBranch aria-hidden size={17} /> Ubah leader
      </Button>
      {!suspended && (
        <Button look="outline" onClick={() => setOpen('link')}>
          <KeyRound aria-hidden size={17} /> Tautan password
        </Button>
      )}
      {member.has_factor && me?.uid !== member.uid && (
        <Button look="outline" onClick={() => setOpen('factors')}>
          <ShieldOff aria-hidden size={17} /> Atur ulang verifikasi dua langkah
        </Button>
      )}
      {member.erased_at ? null : suspended ? (
        <Button onClick={() => setOpen('unsuspend')}>
          <UserCheck aria-hidden size={17} /> Cabut penangguhan
        </Button>
      ) : (
        me?.uid !== member.uid && (
          <Button look="danger" onClick={() => setOpen('suspend')}>
            <UserX aria-hidden size={17} /> Tangguhkan
          </Button>
        )
      )}
      {open === 'leader' && <LeaderDialog member={member} onClose={close} />}
      {(open === 'suspend' || open === 'unsuspend') && (
        <ReasonDialog
          title={words[open].title}
          text={
            <>
              <strong>{member.name}</strong> ({member.uid}). {words[open].text}
            </>
          }
          confirm={words[open].confirm}
          onConfirm={(reason) => act(open, reason)}
          onClose={close}
        />
      )}
      {open === 'link' && (
        <ConfirmDialog
          title="Buat tautan password?"
          text={`${member.name} dapat memilih password baru lewat tautan itu. Tautan sebelumnya tidak berlaku lagi.`}
          confirm="Buat tautan"
          failed="Tautan gagal dibuat. Coba lagi."
          onConfirm={askForLink}
          onClose={close}
        />
      )}
      {open === 'factors' && (
        <ConfirmDialog
          title="Atur ulang verifikasi dua langkah?"
          text={`Untuk yang kehilangan ponsel dan kode pemulihannya. ${member.name} keluar dari semua perangkat, lalu dapat login dengan password saja. Pastikan ia sendiri yang memintanya.`}
          confirm="Ya, atur ulang"
          onConfirm={resetFactors}
          onClose={close}
        />
      )}
      {link && <LinkDialog name={member.name} link={link} onClose={() => setLink(null)} />}
    </>
  );
}
