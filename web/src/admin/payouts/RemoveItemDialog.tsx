import { adminQuery } from '@/admin/ui/adminQuery';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import type { Payout, PayoutItem, TransferFailure } from '@/api/schema';
import { save } from '@/api/save';
import { rupiah } from '@/format';
import { transferFailures } from '@/components/transferFailures';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { SelectField } from '@/ui/Field';
import { useRestoredState } from '@/ui/useRestoredState';

type Props = { payout: Payout; item: PayoutItem; onClose: () => void };

/**
 * Removes a transfer from a payout, with all bonuses of its member: before its approval with a
 * reason, after it because the transfer failed.
 */
export function RemoveItemDialog({ payout, item, onClose }: Props) {
  const [failure, setFailure] = useRestoredState<TransferFailure>(
    `failure ${item.id}`,
    'wrong_account',
  );
  const { id, state, version } = payout;
  const params = { id };
  const keep = adminQuery('/api/admin/payouts/{id}', params);
  const whose = `${item.member_name}, ${rupiah(item.net_rp)}.`;
  if (state === 'prepared')
    return (
      <ReasonDialog
        title="Keluarkan transfer ini?"
        of={item.id}
        text={`${whose} Bonusnya dapat disiapkan lagi dalam pembayaran berikutnya.`}
        confirm="Keluarkan"
        onConfirm={(reason) => {
          const body = { item: item.id, reason, version };
          return save('POST /api/admin/payouts/{id}/leave-out', { params, body }, { keep });
        }}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title="Transfer ini gagal?"
      text={`${whose} Bonusnya kembali belum dibayar, dan anggota diberi tahu sebabnya. Bila sebabnya rekening, bonusnya menunggu sampai anggota mengganti atau memastikan rekening itu; selain itu ikut pembayaran berikutnya. Bukti potong pajak bulan itu ikut berubah; bila sudah dilaporkan, betulkan laporannya.`}
      confirm="Tandai gagal"
      onConfirm={() => {
        const body = { item: item.id, failure, version };
        return save('POST /api/admin/payouts/{id}/fail-transfer', { params, body }, { keep });
      }}
      onClose={onClose}
    >
      <SelectField
        label="Sebabnya"
        value={failure}
        onChange={(event) => setFailure(event.target.value as TransferFailure)}
      >
        {Object.entries(transferFailures).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
