import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { popupVouchersQuery } from '@/api/content';
import { useSetAtom } from '@/state';
import { LoadingNotice } from '@/ui/LoadingNotice';
import { Problem } from '@/ui/Problem';
import { popupClosedAtom } from './atoms';
import { PopupDialog } from './PopupDialog';

/** Duration of the popup's closing animation, in milliseconds. */
const CLOSING = 200;

/** One voucher of the popup's list, chosen at random and shown until it is closed. */
export default function PopupVoucher() {
  const { data, isError, refetch } = useQuery(popupVouchersQuery);
  const [chance] = useState(Math.random);
  const [closing, setClosing] = useState(false);
  const setClosed = useSetAtom(popupClosedAtom);

  const nothing = data?.length === 0;
  useEffect(() => {
    if (nothing) setClosed('true');
  }, [nothing, setClosed]);
  useEffect(() => {
    if (!closing) return;
    const timer = setTimeout(() => setClosed('true'), CLOSING);
    // Leaving by the popup's own link closes it, too.
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
  const popup = data[Math.floor(chance * data.length)];
  if (!popup) return null;
  return <PopupDialog popup={popup} closing={closing} onClose={() => setClosing(true)} />;
}
