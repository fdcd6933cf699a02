import { storedText } from '@/state';

/** Text `true` once the popup voucher was closed in this session; otherwise null. */
export const popupClosedAtom = storedText('popupVoucherClosed', sessionStorage);

/** Text `true` once the notice of shipped orders was shown in this session; otherwise null. */
export const shipmentAlertAtom = storedText('shipmentAlertShow', sessionStorage);
