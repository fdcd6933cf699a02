/** Code of ethics and terms: the versions that the member accepted, and newer ones. */
import { meQuery } from '@/api/accounts';
import { query } from '@/api/calls';
import { queryClient } from '@/api/client';
import type { OwnAgreement } from '@/api/schema';
import { save } from '@/api/save';

/** Query of the agreements that the member accepted, with the time of each, and of changes since. */
export const ownAgreementsQuery = query('/api/me/agreements');

/** Accepts the shown versions. */
export async function acceptAgreements(shown: OwnAgreement[]): Promise<void> {
  const accepted = shown.map(({ slug, version }) => ({ slug, version }));
  const { agreements } = await save(
    'POST /api/me/agreements',
    { body: { accepted } },
    { keep: ownAgreementsQuery, changes: [] },
  );
  const agreements_asked = agreements.some(({ is_asked }) => is_asked);
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, agreements_asked });
}
