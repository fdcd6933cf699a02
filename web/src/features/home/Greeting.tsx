import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tokenAtom, useAtom, useAtomValue } from '@/state';
import { part } from '@/ui/part';
import { popupClosedAtom, shipmentAlertAtom } from './atoms';

const PopupVoucher = part(() => import('./PopupVoucher'));
const ShipmentAlert = part(() => import('./ShipmentAlert'));

/** Greeting shown to a visitor once a session: the popup, and then the notice of parcels on the way to the visitor. */
export function Greeting() {
  const [popupClosed, setPopupClosed] = useAtom(popupClosedAtom);
  const alertShown = useAtomValue(shipmentAlertAtom) !== null;
  const loggedIn = useAtomValue(tokenAtom) !== null;
  // The server draws a popup into the page on which a visitor arrives, and `boot.ts` opens and
  // closes it.
  const [drawn] = useState(() => document.querySelector<HTMLDialogElement>('dialog[data-popup]'));
  const navigate = useNavigate();

  useEffect(() => {
    if (!drawn) return;
    const close = () => {
      setPopupClosed('true');
      drawn.remove();
    };
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(link.pathname);
    };
    if (!drawn.open) close();
    drawn.addEventListener('close', close);
    drawn.addEventListener('click', follow);
    return () => {
      drawn.removeEventListener('close', close);
      drawn.removeEventListener('click', follow);
    };
  }, [drawn, navigate, setPopupClosed]);
  // Leaving by the popup's own link closes it, too.
  useEffect(() => () => drawn?.close(), [drawn]);

  return (
    <Suspense fallback={null}>
      {popupClosed === null && !drawn && <PopupVoucher />}
      {popupClosed !== null && loggedIn && !alertShown && <ShipmentAlert />}
    </Suspense>
  );
}
