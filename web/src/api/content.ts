/** Content of the home page except for products. */
import { publicQuery } from '@/api/calls';

/** Query of the banners, in the shop's order. */
export const bannersQuery = publicQuery('/api/banners');

/** Query of the pictures of the popup. */
export const popupVouchersQuery = publicQuery('/api/popup-voucher');
