import type { Voucher } from '@/api/schema';
import { Picture } from '@/ui/Picture';

type Props = { voucher: Voucher; sizes: string; className?: string; first?: boolean };

/** The picture of a voucher; pale where it does not run any more. */
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
