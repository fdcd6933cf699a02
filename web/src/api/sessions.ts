/** Devices on which an account is logged in. */
import { query } from '@/api/calls';
import { save } from '@/api/save';
import { store, tokenAtom } from '@/state';

/** Query of the member's own logins. */
export const sessionsQuery = query('/api/sessions');

/** Query of the logins of an administrator. */
export const sessionsOfQuery = (uid: string) => query('/api/admin/staff/{uid}/sessions', { uid });

/** Ends the session of this browser; without a network it expires by itself. */
export function endSession(): void {
  const token = store.get(tokenAtom);
  if (token === null) return;
  const headers = { authorization: `Bearer ${token}` };
  // The request is sent even if the page is left.
  fetch('/api/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined);
}

/** Ends one of the member's other logins. */
export const endOne = (id: string) =>
  save('DELETE /api/sessions/{id}', { params: { id } }, { changes: ['/api/sessions'] });

/** Ends all of the member's other logins. */
export async function endOthers(): Promise<void> {
  const { token } = await save('DELETE /api/sessions', {}, { changes: ['/api/sessions'] });
  store.set(tokenAtom, token);
}

/** Addresses that list the logins of administrators. */
const ofAdministrators = { changes: ['/api/admin/staff', '/api/admin/sessions'] } as const;

/** Ends a login of an administrator. */
export const endOneOf = (id: string) =>
  save('DELETE /api/admin/sessions/{id}', { params: { id } }, ofAdministrators);

/** Ends all logins of an administrator. */
export const endAllOf = (uid: string) =>
  save('DELETE /api/admin/staff/{uid}/sessions', { params: { uid } }, ofAdministrators);
