import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminVoucher } from '@/api/schema';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';
import { adminQuery } from '@/admin/ui/adminQuery';
import { VoucherBadge } from '@/admin/components/VoucherBadge';

type Props = {
  /** Code of the chosen voucher; empty for none. */
  code: string;
  error: string | undefined;
  onPick: (voucher: AdminVoucher) => void;
};

/** Chooses a voucher by its code or title. */
export function VoucherField({ code, error, onPick }: Props) {
  const [text, setText] = useState<string | null>(null);
  const keyword = useDebounced((text ?? '').trim());
  const found = useQuery({
    ...adminQuery('/api/admin/vouchers', { limit: 12, search: keyword }),
    enabled: text !== null,
  });
  return (
    <Field label="Voucher" error={error} hint="Ketik kode atau judulnya, lalu pilih dari daftar.">
      {(wiring) => (
        <Combobox
          {...wiring}
          name="voucher_id"
          aria-label="Voucher"
          value={text ?? code}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          // Text that was typed without a choice from the list chooses nothing.
          onBlurCapture={() => setText(null)}
          ready={text !== null}
          options={found.data?.vouchers ?? []}
          keyOf={({ id }) => id}
          render={({ code: each, title, status }) => (
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              <span className="font-medium">{each}</span>
              <span className="min-w-0 flex-1 text-muted">{title}</span>
              <VoucherBadge status={status} />
            </span>
          )}
          onPick={(voucher) => {
            onPick(voucher);
            setText(null);
          }}
          note={
            found.isError
              ? 'Voucher gagal dimuat.'
              : found.isPending
                ? 'Mencari...'
                : 'Tidak ada voucher yang cocok.'
          }
        />
      )}
    </Field>
  );
}
