/** Members as the admin asks for them. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient, request } from '@/api/client';
import type { LeaderPreview, MemberDetail, NetworkPath, PasswordLink } from '@/api/schema';

const of = (uid: string, what = '') => `/api/admin/members/${encodeURIComponent(uid)}${what}`;

/** A member with what they did. */
export const memberQuery = (uid: string) =>
  queryOptions({
    queryKey: ['member', 'office', uid.toUpperCase()],
    queryFn: ({ signal }) => request<MemberDetail>('GET', of(uid), undefined, signal),
  });

/** The way from the top of the network to a member. */
export const pathQuery = (uid: string) =>
  queryOptions({
    queryKey: ['member', 'office', uid.toUpperCase(), 'path'],
    queryFn: ({ signal }) => request<NetworkPath>('GET', of(uid, '/path'), undefined, signal),
  });

/** What would change with another leader; none puts the member at the top. */
export const previewQuery = (uid: string, leader: string | null) =>
  queryOptions({
    queryKey: ['member', 'office', uid.toUpperCase(), 'leader', leader],
    queryFn: ({ signal }) => {
      const query = leader ? `?${new URLSearchParams({ leader_uid: leader })}` : '';
      return request<LeaderPreview>('GET', of(uid, `/leader${query}`), undefined, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Keeps a member as the server told it, and lets all that shows them be asked again. */
export function keepMember(member: MemberDetail): void {
  queryClient.setQueryData(memberQuery(member.uid).queryKey, member);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, kind, first, last] }) =>
      (kind === 'pages' && /^\/api\/admin\/(members|network|staff)/.test(String(first))) ||
      (kind === 'office' && last === 'path'),
  });
}

/** What an owner does to a member with a reason. */
export type Deed = 'suspend' | 'unsuspend';

/** Suspends a member, or lets them log in again. */
export async function doTo(uid: string, deed: Deed, reason: string): Promise<void> {
  keepMember(await request<MemberDetail>('POST', of(uid, `/${deed}`), { reason }));
}

/** Puts a member below another leader. */
export async function changeLeader(
  uid: string,
  change: { leader_uid: string | null; leader_uid_before: string | null; reason: string },
): Promise<void> {
  keepMember(await request<MemberDetail>('POST', of(uid, '/leader'), change));
}

/** Makes a link for choosing a new password. */
export function makeLink(uid: string): Promise<PasswordLink> {
  return request<PasswordLink>('POST', of(uid, '/password-link'), {});
}
