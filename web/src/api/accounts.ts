/** Members: login, registration, and the logged-in member. */
import { useQuery } from '@tanstack/react-query';
import { publicQuery, query, request } from '@/api/calls';
import { ApiError, sentence } from '@/errors';
import { tokenAtom, useAtomValue } from '@/state';

/** Query of the logged-in member. */
export const meQuery = query('/api/me');

/** Returns the logged-in member, fetched only while a token is stored. */
export function useMe() {
  return useQuery({ ...meQuery, enabled: useAtomValue(tokenAtom) !== null });
}

/** Requests a token by e-mail and password. */
export function logIn(email: string, password: string) {
  return request('POST /api/login', { body: { email, password } });
}

/** Continues a login that needs a second factor. */
export function finishLogIn(proof: { challenge: string; code?: string; passkey?: object }) {
  return request('POST /api/login/factor', { body: proof });
}

/** Fetches the challenge that a passkey signs to continue a login. */
export function askPasskeyToLogIn(challenge: string) {
  return request('POST /api/login/passkey', { body: { challenge } });
}

/** Returns the challenge and methods, where a login needs a second factor; null for any other failure. */
export function secondStepOf(error: unknown): SecondStep | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null;
  return error.answer as SecondStep;
}

/** Login that continues with a second factor. */
export type SecondStep = { challenge: string; methods: string[] };

/** Requests a link for choosing a new password. */
export function requestPasswordReset(email: string) {
  return request('POST /api/password-forgotten', { body: { email } });
}

/** Verifies an e-mail address by its one-time link. */
export function verifyEmail(token: string) {
  return request('POST /api/email-verification', { body: { token } });
}

/** Requests another link for verifying the member's own e-mail address. */
export function sendEmailVerification() {
  return request('POST /api/me/email-verification');
}

/** Sets a new password by a one-time link. */
export function resetPassword(form: { token: string; password: string; confirm: string }) {
  return request('POST /api/password-reset', { body: form });
}

/** Returns the message for a failed login. */
export function logInSentence(error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 401) return sentence(error, 'Email atau password salah');
  if (status === 429) return sentence(error, 'Terlalu banyak percobaan login. Coba lagi nanti.');
  return sentence(error, 'Terjadi kesalahan saat login');
}

/** Creates a member; fields that are null are omitted. */
export function register(fields: Record<string, string | File | null>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.set(name, value);
  return request('POST /api/register', { body });
}

/** Query of the leader with a uid. */
export const leaderQuery = (uid: string) => ({
  ...query('/api/leaders/{uid}', { uid }),
  staleTime: Infinity,
});

/** Query of the documents that new members accept, in the versions in force. */
export const agreementsQuery = publicQuery('/api/agreements');

/** Query of the BV plans. */
export const plansQuery = { ...publicQuery('/api/plans'), staleTime: Infinity };
