import { useAtom } from '@/state';
import { PaymentChips } from '@/parts/PaymentChips';
import { draftAtom } from './atoms';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { Panel } from '@/ui/Panel';

/** Chooses how to pay. */
export function PaymentPanel() {
  const [{ payment }, setDraft] = useAtom(draftAtom);
  return (
    <Panel title="Metode pembayaran">
      <div className="grid gap-2">
        <ChoiceCard
          name="payment"
          title="Pembayaran online"
          text="Transfer virtual account, QRIS, dompet digital, atau gerai."
          checked={payment === 'online'}
          onChoose={() => setDraft({ payment: 'online' })}
        />
        <ChoiceCard
          name="payment"
          title="COD (bayar di tempat)"
          text="Bayar kepada kurir saat barang tiba."
          checked={payment === 'cod'}
          onChoose={() => setDraft({ payment: 'cod' })}
        />
      </div>
      {payment === 'online' && <PaymentChips className="mt-4" />}
    </Panel>
  );
}
