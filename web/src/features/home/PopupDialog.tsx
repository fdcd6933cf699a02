import { X } from 'lucide-react';
import { useState } from 'react';
import type { PopupVoucher } from '@/api/schema';
import { paths } from '@/paths';
import { Dialog } from '@/ui/Dialog';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';

type Props = {
  popup: Pick<PopupVoucher, 'code' | 'picture'>;
  closing?: boolean;
  onClose: () => void;
};

/** Picture of a popup's voucher, with a link to it. */
export function PopupDialog({ popup, closing = false, onClose }: Props) {
  const [arrived, setArrived] = useState(false);
  return (
    <Dialog title={`Voucher ${popup.code}`} onClose={onClose} bare closing={closing}>
      <button
        type="button"
        aria-label="Tutup"
        onClick={onClose}
        className="absolute top-3 right-3 z-10 grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow hover:text-brand"
      >
        <X aria-hidden size={20} />
      </button>
      <div className="relative overflow-hidden rounded-3xl bg-sunken">
        {!arrived && (
          <p role="status" className="absolute inset-0 grid place-items-center text-muted">
            Memuat data...
          </p>
        )}
        <Link
          to={paths.voucher(popup)}
          onClick={onClose}
          aria-label={`Lihat voucher ${popup.code}`}
          className="relative block"
        >
          <Picture
            picture={popup.picture}
            alt=""
            sizes="(min-width: 26rem) 24rem, 92vw"
            widths={[400, 600, 800]}
            ratio={4 / 5}
            urgent
            onArrived={() => setArrived(true)}
          />
        </Link>
      </div>
    </Dialog>
  );
}
