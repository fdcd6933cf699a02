import { Eye } from 'lucide-react';
import { useState } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import type { Answer } from '@/api/calls';
import type { MemberDetail } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';

/** Opens the member's view of the shop in a separate tab. */
export function ViewAsMember({ member }: { member: MemberDetail }) {
  const [asked, setAsked] = useState(false);
  const [begun, setBegun] = useState<Answer<'POST /api/admin/members/{uid}/views'> | null>(null);
  if (member.role !== 'member' || member.suspended_at) return null;
  const begin = async () =>
    setBegun(await save('POST /api/admin/members/{uid}/views', { params: { uid: member.uid } }));
  return (
    <>
      <Button look="outline" onClick={() => setAsked(true)}>
        <Eye aria-hidden size={17} /> Lihat sebagai anggota
      </Button>
      {asked && (
        <ConfirmDialog
          title="Lihat sebagai anggota?"
          text={`Toko terbuka seperti yang dilihat ${member.name}, di tab tersendiri, paling lama 30 menit. Tidak ada yang dapat diubah. Ini tercatat, dan anggota diberi tahu bila pengaturan toko begitu.`}
          confirm="Mulai"
          failed="Tampilan gagal dibuat. Coba lagi."
          onConfirm={begin}
          onClose={() => setAsked(false)}
        />
      )}
      {begun && (
        <Dialog title="Tampilan siap" onClose={() => setBegun(null)}>
          <p className="mt-2 text-sm text-muted">
            Buka dalam dua menit. Tampilan berakhir pukul {dateTime(begun.until).slice(-9)}, atau
            bila Anda keluar dari kantor.
          </p>
          <DialogFoot>
            <Button look="outline" onClick={() => setBegun(null)}>
              Batal
            </Button>
            <a
              href={`/admin/view#${begun.code}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass()}
              onClick={() => setBegun(null)}
            >
              Buka di tab baru
            </a>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}
