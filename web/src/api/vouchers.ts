/** The shop's vouchers. */
import { publicQuery } from '@/api/calls';
import type { Voucher } from '@/api/schema';

const rank = ({ valid, status }: Voucher) => (valid ? 0 : status === 'upcoming' ? 1 : 2);

const inOrder = (vouchers: Voucher[]) => vouchers.toSorted((a, b) => rank(a) - rank(b));

/**
 * Query of all vouchers: usable ones first, then those that begin later, then the rest; within each
 * group, those that end last come first.
 */
export const vouchersQuery = { ...publicQuery('/api/vouchers'), select: inOrder };

/** Returns the vouchers whose code contains the keyword, ignoring case. */
export function matchingVouchers(vouchers: Voucher[], keyword: string): Voucher[] {
  const needle = keyword.trim().toLowerCase();
  return vouchers.filter(({ code }) => code.toLowerCase().includes(needle));
}
