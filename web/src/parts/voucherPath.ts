import type { Voucher } from '@/api/schema';
import { paths } from '@/paths';

/** The address of a voucher's page; one that begins later goes by its number, as its code is not public. */
export function voucherPath({ id, code, status }: Pick<Voucher, 'id' | 'code' | 'status'>): string {
  return status === 'upcoming' ? `${paths.vouchers()}/${id}-segera` : paths.voucher({ code });
}
