import { storedText } from '@/state';

/** `true` once the popup voucher was closed in this session; the key is the specification's. */
export const popupClosedAtom = storedText('popupVoucherClosed', sessionStorage);

/** `true` once the member was told of shipped orders in this session; the key is the specification's. */
export const shipmentAlertAtom = storedText('shipmentAlertShow', sessionStorage);
