import { adminQuery } from '@/admin/ui/adminQuery';
import type { Heir, MemberDetail } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { HeirList } from '@/components/HeirList';
import { Button } from '@/ui/Button';
import { TextAreaField } from '@/ui/Field';
import { dialogPart } from '@/ui/part';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { Part } from './Part';

const HeirsDialog = dialogPart(() => import('@/components/HeirsDialog'));

/** Heirs named by a member; a correction needs a reason, which the member receives. */
export function HeirsPart({ member }: { member: MemberDetail }) {
  const [open, setOpen] = useRestoredState('heirs', false);
  return (
    <Part id="heirs" title="Ahli waris">
      <HeirList heirs={member.heirs} none="Belum ada yang disebutkan." />
      {!member.erased_at && (
        <Button look="outline" className="mt-3" onClick={() => setOpen(true)}>
          {member.heirs.length === 0 ? 'Isikan' : 'Ubah'}
        </Button>
      )}
      {open && <Correction member={member} onClose={() => setOpen(false)} />}
    </Part>
  );
}

function Correction({ member, onClose }: { member: MemberDetail; onClose: () => void }) {
  // Heirs as last read, sent for optimistic locking: the member may change them at the same time.
  const [was, setWas] = useRestoredState('heirs.was', member.heirs);
  const [reason, setReason] = useRestoredState('heirs.reason', '');
  const send = async (heirs: Heir[]) => {
    const params = { uid: member.uid };
    const keep = adminQuery('/api/admin/members/{uid}', params);
    try {
      const body = { heirs, was, reason };
      await save('PUT /api/admin/members/{uid}/heirs', { params, body }, { keep });
    } catch (error) {
      const current = currentOf<MemberDetail>(error);
      if (current) setWas(current.heirs);
      throw error;
    }
    toast('success', 'Ahli waris disimpan.');
  };
  return (
    <HeirsDialog
      heirs={member.heirs}
      text={`Untuk anggota yang menyebutkannya kepada Anda. ${member.name} diberi tahu alasannya.`}
      onSave={send}
      onClose={onClose}
    >
      <TextAreaField
        label="Alasan"
        hint="Tampil di pesan kepada anggota."
        rows={2}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </HeirsDialog>
  );
}
