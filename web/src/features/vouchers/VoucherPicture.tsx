import type { Voucher } from '@/api/schema';
import { Picture } from '@/ui/Picture';

type Props = { voucher: Voucher; sizes: string; className?: string; first?: boolean };

/** Picture of a voucher; pale if the voucher is not valid. */
export function VoucherPicture({ voucher, sizes, className = '', first = false }: Props) {
  return (
    <Picture
      picture={voucher.picture}
      alt=""
      sizes={sizes}
      widths={[400, 800, 1200]}
      ratio={5 / 2}
      first={first}
      className={`${className} ${voucher.valid ? '' : 'opacity-45 grayscale'}`}
    />
  );
}
