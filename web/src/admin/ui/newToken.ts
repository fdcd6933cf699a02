/**
 * Returns an idempotency token: the server executes an action only once, however often it is sent
 * with the same token.
 */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
