/** What can go wrong with a call of the server, and what is said of it. */

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

/** What is shown when the server cannot be reached. */
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
 * What was promised. An answer that succeeded but holds nothing, or is no JSON, such as the page of a hotel that wants a
 * login first, is not the shop's; as without an answer, the error's own sentence is the one to show.
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
