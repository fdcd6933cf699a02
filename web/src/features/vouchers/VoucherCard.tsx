import type { Voucher } from '@/api/schema';
import { summary, voucherPath } from '@/components/voucherTexts';
import { Link } from '@/ui/Link';
import { VoucherPicture } from './VoucherPicture';

/** A voucher in the list. */
export function VoucherCard({ voucher }: { voucher: Voucher }) {
  const { code, title } = voucher;
  return (
    <li className="group relative overflow-hidden card transition-shadow hover:shadow-lg">
      <VoucherPicture
        voucher={voucher}
        sizes="(min-width: 64rem) 30rem, (min-width: 40rem) 46vw, 92vw"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:p-5">
        <div className="min-w-0 flex-1 basis-[9rem]">
          <h2 className="font-display text-lg font-semibold">
            <Link
              to={voucherPath(voucher)}
              state={voucher}
              // The whole card is clickable: the link's area covers it.
              className="group-hover:text-brand after:absolute after:inset-0"
            >
              {title}
            </Link>
          </h2>
          <p className="mt-0.5 text-sm text-muted">{summary(voucher)}</p>
        </div>
        {code && (
          <span className="rounded-lg border border-dashed border-edge px-3 py-1.5 text-sm font-semibold tracking-wide">
            {code}
          </span>
        )}
      </div>
    </li>
  );
}
