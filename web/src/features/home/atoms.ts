import { storedText } from '@/state';

/** `true` once the popup voucher was closed in this session. */
export const popupClosedAtom = storedText('popupVoucherClosed', sessionStorage);

/** `true` once the notice of shipped orders was shown in this session. */
export const shipmentAlertAtom = storedText('shipmentAlertShow', sessionStorage);
