/**
 * Returns a token for one action, so that the server executes it only once however often it is
 * sent.
 */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
