import { useQuery } from '@tanstack/react-query';
import { highlightsQuery } from '@/api/catalog';
import { PaymentStrip } from './PaymentStrip';
import { Testimonials } from './Testimonials';

/** The end of the home page: what members say, and how to pay, which waits for it so as not to be moved by it. */
export default function HomeEnd() {
  const { isPending } = useQuery(highlightsQuery);
  return (
    <div
      className={isPending ? 'flow-root min-h-140' : 'flow-root'}
      data-loading={isPending || null}
    >
      <Testimonials />
      {!isPending && <PaymentStrip />}
    </div>
  );
}
