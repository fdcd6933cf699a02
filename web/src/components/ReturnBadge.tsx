import type { ReturnState } from '@/api/schema';
import { returnStates } from '@/components/returns';

const tones: Record<ReturnState, string> = {
  asked: 'bg-warn-soft text-warn',
  approved: 'bg-info-soft text-info',
  refused: 'bg-danger-soft text-danger',
  withdrawn: 'bg-sunken text-muted',
  received: 'bg-info-soft text-info',
  transferring: 'bg-info-soft text-info',
  refunded: 'bg-success-soft text-success',
  replaced: 'bg-success-soft text-success',
};

/** Coloured badge of a return's state. */
export function ReturnBadge({ state }: { state: ReturnState }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold ${tones[state]}`}
    >
      {returnStates[state]}
    </span>
  );
}
