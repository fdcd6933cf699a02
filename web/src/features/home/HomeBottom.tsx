import { useQuery } from '@tanstack/react-query';
import { highlightsQuery } from '@/api/catalog';
import { PaymentStrip } from './PaymentStrip';
import { Testimonials } from './Testimonials';

/**
 * End of the home page: members' reviews, and the payment methods, which are shown later so that
 * the reviews do not move them.
 */
export default function HomeBottom() {
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
