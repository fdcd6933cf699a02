/** What the home page shows beside products. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { Banner, PopupVoucher } from '@/api/schema';

/** The banners, in the shop's order. */
export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: ({ signal }) => request<Banner[]>('GET', '/api/banners', undefined, signal),
});

/** The pictures of the popup. */
export const popupVouchersQuery = queryOptions({
  queryKey: ['popup-vouchers'],
  queryFn: ({ signal }) => request<PopupVoucher[]>('GET', '/api/popup-voucher', undefined, signal),
});
