/** What the home page shows beside products. */
import { publicQuery } from '@/api/client';
import type { Banner, PopupVoucher } from '@/api/schema';

/** The banners, in the shop's order. */
export const bannersQuery = publicQuery<Banner[]>('/api/banners');

/** The pictures of the popup. */
export const popupVouchersQuery = publicQuery<PopupVoucher[]>('/api/popup-voucher');
