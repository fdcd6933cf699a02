import { Copy, MessageCircle } from 'lucide-react';
import type { PasswordLink } from '@/api/schema';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Dialog } from '@/ui/Dialog';
import { copyLink } from '@/ui/share';
import { DialogFoot } from './DialogFoot';

type Props = { name: string; link: PasswordLink; onClose: () => void };

/** Shows a link for choosing a password; it can be seen only once. */
export function LinkDialog({ name, link, onClose }: Props) {
  if (!link.url)
    return (
      <Dialog title="Tautan dikirim" onClose={onClose}>
        <p className="mt-2 text-sm text-muted">
          Tautan untuk memilih password dikirim ke email {name}. Berlaku sampai{' '}
          {dateTime(link.expires_at)}, untuk satu kali pakai.
        </p>
        <DialogFoot>
          <Button onClick={onClose}>Selesai</Button>
        </DialogFoot>
      </Dialog>
    );
  const { url } = link;
  const text = `Halo ${name}, pilih password baru untuk akun Anda lewat tautan ini (berlaku sampai ${dateTime(link.expires_at)}, satu kali pakai): ${url}`;
  return (
    <Dialog title="Tautan password" wide>
      <p className="mt-2 text-sm text-muted">
        Kirimkan tautan ini hanya kepada {name}. Tautan berlaku sampai {dateTime(link.expires_at)},
        untuk satu kali pakai, dan tidak dapat ditampilkan lagi setelah ditutup.
      </p>
      <p className="mt-3 rounded-xl bg-sunken px-3.5 py-2.5 text-sm break-all select-all">{url}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="outline" onClick={() => void copyLink(url)}>
          <Copy aria-hidden size={16} /> Salin tautan
        </Button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('outline')}
        >
          <MessageCircle aria-hidden size={16} /> Kirim lewat WhatsApp
        </a>
      </div>
      <DialogFoot>
        <Button onClick={onClose}>Selesai</Button>
      </DialogFoot>
    </Dialog>
  );
}
