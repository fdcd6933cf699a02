import { queryClient } from '@/api/client';
import { Confirmation } from '@/components/Confirmation';
import { Factors } from '@/components/factors/Factors';
import { query } from '@/components/factors/query';

/** Asks for them ahead; settles when they are there, or cannot be had. */
export const fetchFactors = () => queryClient.prefetchQuery(query);

/** The member's own second factors, and what asks for one before they or the address change. */
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
