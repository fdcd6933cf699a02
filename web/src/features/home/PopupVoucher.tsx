import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { popupVouchersQuery } from '@/api/content';
import { paths } from '@/paths';
import { useSetAtom } from '@/state';
import { Dialog } from '@/ui/Dialog';
import { Link } from '@/ui/Link';
import { LoadingNotice } from '@/ui/LoadingNotice';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { popupClosedAtom } from './atoms';

/** How long the popup takes to go, in milliseconds (spec, section 9). */
const CLOSING = 200;

/**
 * One voucher of the popup's list, chosen at random, until it is closed. Where the page came with a popup, its voucher is
 * the one, and it is shown until its data are there.
 */
export default function PopupVoucher() {
  const { data, isError, refetch } = useQuery(popupVouchersQuery);
  const [chance] = useState(Math.random);
  const [drawn] = useState(() => document.querySelector<HTMLDialogElement>('dialog[data-popup]'));
  const [closing, setClosing] = useState(false);
  const [arrived, setArrived] = useState(drawn !== null);
  const setClosed = useSetAtom(popupClosedAtom);

  const answered = Boolean(data) || isError;
  useLayoutEffect(() => {
    if (!drawn) return;
    const follow = () => setClosed('true');
    if (!drawn.open) follow();
    drawn.addEventListener('close', follow);
    // The one that takes its place is open by now.
    if (answered) drawn.remove();
    return () => {
      drawn.removeEventListener('close', follow);
      drawn.remove();
    };
  }, [drawn, answered, setClosed]);

  const nothing = data?.length === 0;
  useEffect(() => {
    if (nothing) setClosed('true');
  }, [nothing, setClosed]);
  useEffect(() => {
    if (!closing) return;
    const timer = setTimeout(() => setClosed('true'), CLOSING);
    // Who leaves by the popup's own link has closed it, too.
    return () => {
      clearTimeout(timer);
      setClosed('true');
    };
  }, [closing, setClosed]);

  if (isError && !data)
    return (
      <div className="mb-4">
        <Problem text="Gagal memuat popup voucher" onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <LoadingNotice />;
  const popup =
    data.find(({ id }) => String(id) === drawn?.dataset['popup']) ??
    data[Math.floor(chance * data.length)];
  if (!popup) return null;
  const close = () => setClosing(true);
  return (
    <Dialog
      title={`Voucher ${popup.code}`}
      onClose={close}
      bare
      closing={closing}
      standing={drawn !== null}
    >
      <button
        type="button"
        aria-label="Tutup"
        onClick={close}
        className="absolute top-3 right-3 z-10 grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow hover:text-brand"
      >
        <X aria-hidden size={20} />
      </button>
      <Link
        to={paths.voucher(popup)}
        onClick={close}
        aria-label={`Lihat voucher ${popup.code}`}
        className="relative block overflow-hidden rounded-3xl bg-sunken"
      >
        <Picture
          picture={popup.picture}
          alt=""
          sizes="(min-width: 26rem) 24rem, 92vw"
          widths={[400, 600, 800]}
          ratio={4 / 5}
          eager
          onArrived={() => setArrived(true)}
          className={`relative transition-opacity duration-200 ${arrived ? '' : 'opacity-0'}`}
        />
      </Link>
      {!arrived && (
        <p
          role="status"
          className="pointer-events-none absolute inset-0 grid place-items-center text-muted"
        >
          Memuat data...
        </p>
      )}
    </Dialog>
  );
}
