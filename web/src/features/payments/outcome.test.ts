import { expect, it } from 'vitest';
import { outcomeOf, outcomeOfQuery } from './outcome';

it.each([
  ['order_id=1&status_code=200&transaction_status=settlement', 'success'],
  ['order_id=1&status_code=200&transaction_status=capture', 'success'],
  ['order_id=1&status_code=201&transaction_status=settlement', 'pending'],
  ['order_id=1&status_code=201&transaction_status=pending', 'pending'],
  ['order_id=1&status_code=202&transaction_status=deny', 'pending'],
  ['order_id=1&status_code=202&transaction_status=cancel', 'failed'],
  ['order_id=1&status_code=202&transaction_status=expire', 'failed'],
  ['order_id=1&status_code=200', 'failed'],
  ['', 'failed'],
])('the query %s has the outcome %s', (query, outcome) => {
  expect(outcomeOfQuery(new URLSearchParams(query))).toBe(outcome);
});

it.each([
  ['success', false, false, 'success'],
  ['pending', false, false, 'pending'],
  ['pending', true, false, 'refused'],
  ['pending', true, true, 'review'],
  ['failed', true, true, 'failed'],
  ['refunded', false, false, 'refunded'],
] as const)('status %s, refused %s, review %s shows %s', (status, refused, inReview, outcome) => {
  expect(outcomeOf({ order: { status }, refused, inReview })).toBe(outcome);
});
