import { storedText } from '@/state';

/** `true` once the popup voucher was closed in this session; the specification defines the key. */
export const popupClosedAtom = storedText('popupVoucherClosed', sessionStorage);

/**
 * `true` once the notice of shipped orders was shown in this session; the specification defines the
 * key.
 */
export const shipmentAlertAtom = storedText('shipmentAlertShow', sessionStorage);
