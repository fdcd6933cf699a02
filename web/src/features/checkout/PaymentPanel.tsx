import { useAtom } from '@/state';
import { draftAtom } from './atoms';
import { ChoiceCard } from './ChoiceCard';
import { Panel } from './Panel';

const chips = import.meta.glob<string>('@/assets/payments/*.svg', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** Chooses how to pay. */
export function PaymentPanel() {
  const [{ payment }, setDraft] = useAtom(draftAtom);
  const partners = Object.entries(chips).filter(([path]) => !path.endsWith('/cod.svg'));
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
      {payment === 'online' && (
        <ul aria-hidden className="mt-4 flex flex-wrap gap-2">
          {partners.map(([path, url]) => (
            <li key={path}>
              <img src={url} alt="" height={28} className="h-7 w-auto" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
