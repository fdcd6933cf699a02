import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelSelection } from '@/api/checkout';
import { sentence } from '@/errors';
import type { SelectedProduct } from '@/api/schema';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { PaymentPanel } from './PaymentPanel';
import type { Errors } from './placing';
import { RecipientPanel } from './RecipientPanel';
import { ShippingPanel } from './ShippingPanel';
import { Summary } from './Summary';
import { usePlacing } from './usePlacing';
import { VolumePanel } from './VolumePanel';
import { VoucherPanel } from './VoucherPanel';

type Props = { token: string; products: SelectedProduct[] };

/** All steps of the checkout, and the payment button. */
export function CheckoutForm({ token, products }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const panels = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();

  const refuse = (refused: Errors) => {
    setErrors(refused);
    const [first] = Object.keys(refused);
    const name = first as keyof Errors;
    toast('error', refused[name] ?? '');
    panels.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
  const { place, isPending, failure } = usePlacing(token, products, refuse);

  const cancel = useMutation(
    async () => {
      await cancelSelection(token);
      void navigate(paths.cart());
      await untilLeft();
    },
    (error) => toast('error', sentence(error, 'Gagal membatalkan checkout.')),
  );

  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-[1fr_24rem] lg:gap-6">
      <div ref={panels} className="grid grid-cols-1 gap-5">
        <RecipientPanel
          errors={errors}
          onTouched={(field) => setErrors((before) => ({ ...before, [field]: undefined }))}
        />
        <ShippingPanel />
        <VoucherPanel />
        <VolumePanel />
        <PaymentPanel />
      </div>
      <section aria-label="Ringkasan pesanan" className="card p-5 sm:p-6 lg:sticky lg:top-20">
        <h2 className="mb-4 font-display text-xl font-semibold">Ringkasan pesanan</h2>
        <Summary products={products} />
        {failure && (
          <div className="mt-4">
            <Problem text={failure} />
          </div>
        )}
        <div className="mt-5 grid gap-3">
          <Button
            look="action"
            busy={isPending && 'Memproses...'}
            disabled={cancel.isPending}
            onClick={() => place()}
          >
            Bayar Sekarang
          </Button>
          <Button
            look="outline"
            disabled={isPending || cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Batal
          </Button>
        </div>
      </section>
    </div>
  );
}
