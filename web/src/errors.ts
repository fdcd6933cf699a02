/** Errors of calls to the server, and the messages shown for them. */

/** Failed call; `message` is the text to show. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** Status of the response; 0 if there was none. */
    readonly status: number,
    readonly code: string,
    /** Whether `message` comes from the server. */
    readonly fromServer: boolean,
    /** Whole response, if it contains more than its message. */
    readonly answer: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Message when the server cannot be reached. */
export const OFFLINE = 'Tidak ada koneksi ke server. Periksa jaringan Anda, lalu coba lagi.';
const UNREADABLE =
  'Jawaban dari server tidak dapat dibaca. Jika memakai Wi-Fi umum, masuk dahulu ke jaringannya, lalu coba lagi.';
const TROUBLE = 'Terjadi gangguan di server. Coba lagi beberapa saat lagi.';

/** Returns the error for an unsuccessful response. */
export function refusal(status: number, answer: unknown): ApiError {
  const { message, code } = (answer ?? {}) as { message?: string; code?: string };
  return new ApiError(message || TROUBLE, status, code ?? 'unknown', Boolean(message), answer);
}

/**
 * Returns the body of a response, or throws. A success that is empty or not JSON, such as the login
 * page of a hotel, counts as no response: the error's own message is then shown.
 */
export function promised<T>(value: T | null): T {
  if (value === null) throw new ApiError(UNREADABLE, 0, 'unreadable', false);
  return value;
}

/**
 * Returns the message to show for a failure: the server's, the one for being offline, or the given
 * one.
 */
export function sentence(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && (error.fromServer || error.status === 0)) return error.message;
  return otherwise;
}
