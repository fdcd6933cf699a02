import { useAtomValue, useSetAtom } from '@/state';
import { PaymentChips } from '@/components/PaymentChips';
import { codRefusalAtom, draftAtom, paymentAtom } from './atoms';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { Panel } from '@/ui/Panel';

/** Choice of the payment method. */
export function PaymentPanel() {
  const payment = useAtomValue(paymentAtom);
  const codRefusal = useAtomValue(codRefusalAtom);
  const setDraft = useSetAtom(draftAtom);
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
          text={codRefusal ?? 'Bayar kepada kurir saat barang tiba.'}
          disabled={codRefusal !== null}
          checked={payment === 'cod'}
          onChoose={() => setDraft({ payment: 'cod' })}
        />
      </div>
      {payment === 'online' && <PaymentChips className="mt-4" />}
    </Panel>
  );
}
