/** The shop's vouchers. */
import { publicQuery } from '@/api/calls';
import type { Voucher } from '@/api/schema';

const inOrder = (vouchers: Voucher[]) =>
  vouchers.toSorted((a, b) => Number(b.valid) - Number(a.valid));

/** All vouchers: those that can be used first, the ones that end last before the others. */
export const vouchersQuery = { ...publicQuery('/api/vouchers'), select: inOrder };

/** The vouchers whose code holds the keyword, in any case. */
export function matchingVouchers(vouchers: Voucher[], keyword: string): Voucher[] {
  const needle = keyword.trim().toLowerCase();
  return vouchers.filter(({ code }) => code.toLowerCase().includes(needle));
}
