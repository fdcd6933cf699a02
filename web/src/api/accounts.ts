/** Members: logging in, registering, and who is logged in. */
import { useQuery } from '@tanstack/react-query';
import { publicQuery, query, request } from '@/api/calls';
import { ApiError, sentence } from '@/errors';
import { tokenAtom, useAtomValue } from '@/state';

/** The member who is logged in. */
export const meQuery = query('/api/me');

/** The member who is logged in, fetched only while a token is kept. */
export function useMe() {
  return useQuery({ ...meQuery, enabled: useAtomValue(tokenAtom) !== null });
}

/** Asks for a token. */
export function logIn(email: string, password: string) {
  return request('POST /api/login', { body: { email, password } });
}

/** Chooses a new password by a one-time link. */
export function resetPassword(form: { token: string; password: string; confirm: string }) {
  return request('POST /api/password-reset', { body: form });
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
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.set(name, value);
  return request('POST /api/register', { body });
}

/** The leader whom a uid names. */
export const leaderQuery = (uid: string) => ({
  ...query('/api/leaders/{uid}', { uid }),
  staleTime: Infinity,
});

/** The BV plans. */
export const plansQuery = { ...publicQuery('/api/plans'), staleTime: Infinity };
