import type { Order } from '@/api/schema';

/**
 * State of a payment. A refused one can be tried again; one in review waits for the shop's decision
 * on the paid amount; a refunded one went back to the buyer.
 */
export type Outcome = 'success' | 'failed' | 'pending' | 'review' | 'refused' | 'refunded';

type Checked = { order: Pick<Order, 'status'>; refused: boolean; inReview: boolean };

/** Returns a payment's state on the server. */
export function outcomeOf({ order: { status }, refused, inReview }: Checked): Outcome {
  if (status === 'success' || status === 'refunded') return status;
  if (status !== 'pending') return 'failed';
  if (inReview) return 'review';
  return refused ? 'refused' : 'pending';
}

/** Returns the state of a payment as given by the address that the provider sent the buyer back to. */
export function outcomeOfQuery(params: URLSearchParams): Outcome {
  const status = params.get('transaction_status');
  const code = params.get('status_code');
  if (!params.get('order_id') || !status || !code) return 'failed';
  if (status === 'cancel' || status === 'expire') return 'failed';
  const paid = status === 'settlement' || status === 'capture';
  return paid && code === '200' ? 'success' : 'pending';
}
