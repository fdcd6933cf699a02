import { queryClient } from '@/api/client';
import { Confirmation } from '@/components/Confirmation';
import { Factors } from '@/components/factors/Factors';
import { query } from '@/components/factors/query';

/** Requests the factors ahead; settles when they have arrived, or when the request has failed. */
export const fetchFactors = () => queryClient.prefetchQuery(query);

/**
 * The member's own second factors, and the confirmation required before the factors or the e-mail
 * address change.
 */
export default function SecondFactors() {
  return (
    <>
      <div className="mt-5">
        <Factors />
      </div>
      <Confirmation />
    </>
  );
}
