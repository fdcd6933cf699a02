/** What the home page shows beside products. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Banner, PopupVoucher } from '@/api/schema';

/** The banners, in the shop's order. */
export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: ({ signal }) => read<Banner[]>('/api/banners', signal),
});

/** The pictures of the popup. */
export const popupVouchersQuery = queryOptions({
  queryKey: ['popup-vouchers'],
  queryFn: ({ signal }) => read<PopupVoucher[]>('/api/popup-voucher', signal),
});
