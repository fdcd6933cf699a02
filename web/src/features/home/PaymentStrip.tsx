import { PaymentChips } from '@/components/PaymentChips';

/** Payment methods for orders. */
export function PaymentStrip() {
  return (
    <section className="mt-10 sm:mt-12">
      <h2 className="mb-4 font-display text-2xl font-semibold sm:mb-6 sm:text-3xl">Pembayaran</h2>
      <PaymentChips className="card gap-3 p-5 sm:justify-center sm:p-6" />
    </section>
  );
}
