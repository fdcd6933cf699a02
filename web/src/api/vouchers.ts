/** The shop's vouchers. */
import { publicQuery } from '@/api/calls';
import type { Voucher } from '@/api/schema';

const rank = ({ valid, status }: Voucher) => (valid ? 0 : status === 'upcoming' ? 1 : 2);

const inOrder = (vouchers: Voucher[]) => vouchers.toSorted((a, b) => rank(a) - rank(b));

/** All vouchers: those that can be used first, then those that begin later; the ones that end last before the others. */
export const vouchersQuery = { ...publicQuery('/api/vouchers'), select: inOrder };

/** The vouchers whose code holds the keyword, in any case. */
export function matchingVouchers(vouchers: Voucher[], keyword: string): Voucher[] {
  const needle = keyword.trim().toLowerCase();
  return vouchers.filter(({ code }) => code.toLowerCase().includes(needle));
}
