import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { ProofSheet } from '@/components/ProofSheet';

/** Printable proof for a member that a transfer of a payout was made. */
function ProofPage() {
  const { id = '', item = '' } = useParams();
  return (
    <Screen
      title="Bukti transfer"
      text="Sama dengan yang dilihat anggotanya."
      back={{ to: adminPaths.payout(Number(id)), label: `Pembayaran ${id}` }}
    >
      <div className="grid gap-5">
        <ProofSheet
          title="Bukti transfer"
          address={`/api/admin/payouts/${id}/proof?item=${item}`}
        />
      </div>
    </Screen>
  );
}

export { ProofPage as Component };
