/** Content of the home page except for products. */
import { publicQuery } from '@/api/calls';

/** The banners, in the shop's order. */
export const bannersQuery = publicQuery('/api/banners');

/** The pictures of the popup. */
export const popupVouchersQuery = publicQuery('/api/popup-voucher');
