/** Words for a voucher, and the address of its page. */
import type { Voucher } from '@/api/schema';
import { date } from '@/dates';
import { rupiah } from '@/format';
import { namesVoucher, paths } from '@/paths';

/**
 * Returns the address of a voucher's page; a voucher that begins later is addressed by its id, as
 * its code is not public.
 */
export function voucherPath({ id, code, status }: Pick<Voucher, 'id' | 'code' | 'status'>): string {
  return status === 'upcoming' ? `${paths.vouchers()}/${id}-segera` : paths.voucher({ code });
}

/**
 * Whether the last part of an address names a voucher; an address from before its start stays
 * valid.
 */
export function isNamed(slug: string, voucher: Voucher): boolean {
  if (slug.toLowerCase() === `${voucher.id}-segera`) return true;
  return voucher.code ? namesVoucher(slug, voucher) : slug.startsWith(`${voucher.id}-`);
}

/** Describes since when or until when a voucher can be used, or why it cannot. */
export function validity({ status, starts, exp }: Voucher): string {
  switch (status) {
    case 'running':
      return `berlaku sampai ${date(exp)}`;
    case 'upcoming':
      return `berlaku mulai ${date(starts)}`;
    case 'used_up':
      return 'kuota voucher ini sudah habis';
    case 'ended':
      return 'voucher ini tidak berlaku lagi';
  }
}

/** Summarises a voucher's benefit and conditions in one line. */
export function summary(voucher: Voucher): string {
  const { benefit, minimum_rp, first_order } = voucher;
  return [
    benefit,
    minimum_rp ? `min. belanja ${rupiah(minimum_rp)}` : '',
    first_order ? 'pesanan pertama' : '',
    validity(voucher),
  ]
    .filter(Boolean)
    .join(' · ');
}
