/** The shop's vouchers. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Voucher } from '@/api/schema';

/** All vouchers: those that can be used first, the ones that end last before the others. */
export const vouchersQuery = queryOptions({
  queryKey: ['vouchers'],
  queryFn: async ({ signal }) => {
    const vouchers = await read<Voucher[]>('/api/vouchers', signal);
    return vouchers.toSorted((a, b) => Number(b.valid) - Number(a.valid));
  },
});

/** The vouchers whose code holds the keyword, in any case. */
export function matchingVouchers(vouchers: Voucher[], keyword: string): Voucher[] {
  const needle = keyword.trim().toLowerCase();
  return vouchers.filter(({ code }) => code.toLowerCase().includes(needle));
}
