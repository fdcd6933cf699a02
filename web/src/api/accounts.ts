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

/** Goes on with a login that asks for a second factor. */
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

/** A login that goes on with a second factor. */
export type SecondStep = { challenge: string; methods: string[] };

/** Asks for a link to choose a new password by. */
export function requestPasswordReset(email: string) {
  return request('POST /api/password-forgotten', { body: { email } });
}

/** Proves an e-mail address by its one-time link. */
export function verifyEmail(token: string) {
  return request('POST /api/email-verification', { body: { token } });
}

/** Sends another link that proves the own address. */
export function sendEmailVerification() {
  return request('POST /api/me/email-verification');
}

/** Chooses a new password by a one-time link. */
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

/** The documents that whoever registers accepts, with the versions that hold. */
export const agreementsQuery = publicQuery('/api/agreements');

/** The BV plans. */
export const plansQuery = { ...publicQuery('/api/plans'), staleTime: Infinity };
