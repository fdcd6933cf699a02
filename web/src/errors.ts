/** Errors of calls to the server, and the messages shown for them. */

/** A call that did not succeed; `message` is the sentence to show. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The status of the answer; 0 when there was none. */
    readonly status: number,
    readonly code: string,
    /** Whether `message` is the server's own sentence. */
    readonly fromServer: boolean,
    /** The whole answer, where it says more than its message. */
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

/** The error for an answer that is not a good one. */
export function refusal(status: number, answer: unknown): ApiError {
  const { message, code } = (answer ?? {}) as { message?: string; code?: string };
  return new ApiError(message || TROUBLE, status, code ?? 'unknown', Boolean(message), answer);
}

/**
 * Returns the body of a response, or throws. A success that is empty or no JSON, such as the login page of a hotel,
 * counts as no response: the error's own sentence is then shown.
 */
export function promised<T>(value: T | null): T {
  if (value === null) throw new ApiError(UNREADABLE, 0, 'unreadable', false);
  return value;
}

/** The sentence to show for a failure: the server's, or being offline, or the given one. */
export function sentence(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && (error.fromServer || error.status === 0)) return error.message;
  return otherwise;
}
