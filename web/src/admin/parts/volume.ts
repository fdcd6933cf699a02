/** What the rooms of business volume ask the server. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError, queryClient, refusal, request } from '@/api/client';
import type {
  Calculation,
  OfficePeriodPage,
  PayoutPage,
  PayoutPreview,
  PlanVersions,
} from '@/api/schema';
import { store, tokenAtom } from '@/state';

const ask = <T>(name: string, key: string | number, path: string) =>
  queryOptions({
    queryKey: ['member', 'admin', name, key],
    queryFn: ({ signal }) => request<T>('GET', path, undefined, signal),
  });

/** A period. */
export const periodQuery = (id: string) =>
  ask<OfficePeriodPage>('period', id, `/api/admin/periods/${encodeURIComponent(id)}`);

/** What a period's calculation came to, or would come to. */
export const calculationQuery = (id: string) =>
  ask<Calculation>('calculation', id, `/api/admin/periods/${encodeURIComponent(id)}/calculation`);

/** The newest version of the compensation plan, if there is one. */
export const newestPlanQuery = ask<PlanVersions>(
  'plan',
  'newest',
  '/api/admin/compensation-plans?limit=1',
);

/** A batch of bonuses. */
export const payoutQuery = (id: string) =>
  ask<PayoutPage>('payout', id, `/api/admin/payouts/${encodeURIComponent(id)}`);

/** What a batch of a period would hold. */
export const payoutPreviewQuery = (period: string) =>
  ask<PayoutPreview>(
    'payout-preview',
    period,
    `/api/admin/payouts/preview?period_id=${encodeURIComponent(period)}`,
  );

type Kept<T> = { queryKey: ReturnType<typeof ask<T>>['queryKey'] };

/** Sends a change; its answer, or what a conflict says there is now, takes the place of what was asked before. */
export async function change<T>(
  kept: Kept<T> | null,
  ...call: Parameters<typeof request>
): Promise<T> {
  const answer = await tellingConflicts(kept, () => request<T>(...call));
  if (kept) queryClient.setQueryData(kept.queryKey, answer as never);
  // Sums, lists and what the shop shows of it change as well.
  void queryClient.invalidateQueries();
  return answer;
}

/** Puts what a conflict says there is now in the place of what was asked before. */
export async function tellingConflicts<T, A>(
  kept: Kept<T> | null,
  call: () => Promise<A>,
): Promise<A> {
  try {
    return await call();
  } catch (error) {
    const { current } = ((error instanceof ApiError && error.answer) || {}) as { current?: T };
    if (current && kept) queryClient.setQueryData(kept.queryKey, current as never);
    throw error;
  }
}

/** Saves the file that the bank reads a batch's transfers from. */
export async function saveBankFile(id: number): Promise<void> {
  const token = store.get(tokenAtom);
  const response = await fetch(`/api/admin/payouts/${id}/bank.csv`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => null));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `pembayaran-bonus-${id}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
