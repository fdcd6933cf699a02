/** Members: logging in, registering, and who is logged in. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, request, sentence } from '@/api/client';
import type { Leader, LoginAnswer, Plan, User } from '@/api/schema';
import { tokenAtom, useAtomValue } from '@/state';

/** The member who is logged in. */
export const meQuery = queryOptions({
  queryKey: ['member', 'me'],
  queryFn: ({ signal }) => request<User>('GET', '/api/me', undefined, signal),
});

/** The member who is logged in, fetched only while a token is kept. */
export function useMe() {
  return useQuery({ ...meQuery, enabled: useAtomValue(tokenAtom) !== null });
}

/** Asks for a token. */
export function logIn(email: string, password: string): Promise<LoginAnswer> {
  return request<LoginAnswer>('POST', '/api/login', { email, password });
}

/** Chooses a new password by a one-time link. */
export function resetPassword(form: { token: string; password: string; confirm: string }) {
  return request<{ message: string }>('POST', '/api/password-reset', form);
}

/** What is shown when logging in failed. */
export function logInSentence(error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 401) return sentence(error, 'Email atau password salah');
  if (status === 429) return sentence(error, 'Terlalu banyak percobaan login. Coba lagi nanti.');
  return sentence(error, 'Terjadi kesalahan saat login');
}

/** Creates a member; fields that are null stay away. */
export function register(fields: Record<string, string | File | null>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  return request<{ message: string; user: User }>('POST', '/api/register', form);
}

/** The leader whom a uid names. */
export const leaderQuery = (uid: string) =>
  queryOptions({
    queryKey: ['leader', uid],
    queryFn: ({ signal }) =>
      request<Leader>('GET', `/api/leaders/${encodeURIComponent(uid)}`, undefined, signal),
    staleTime: Infinity,
  });

/** The BV plans. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => request<Plan[]>('GET', '/api/plans', undefined, signal),
  staleTime: Infinity,
});
