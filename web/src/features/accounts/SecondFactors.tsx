import { Confirmation } from '@/parts/Confirmation';
import { Factors } from '@/parts/factors/Factors';

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
