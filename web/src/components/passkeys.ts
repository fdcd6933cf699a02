/** Creates and uses passkeys with the server's WebAuthn options; input and output are JSON. */
import { ApiError, sentence } from '@/errors';

type Asked = { publicKey: never };

/** Whether an error means that someone closed the browser's dialog, or waited too long. */
const isCancelled = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Returns the message for a passkey that could not be used, or that the server refused. */
export function passkeySentence(error: unknown): string {
  if (error instanceof ApiError) return sentence(error, 'Gagal diproses. Coba lagi.');
  if (isCancelled(error)) return 'Passkey tidak jadi dipakai. Coba lagi, atau pakai cara lain.';
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return 'Perangkat ini sudah terpasang sebagai passkey.';
  return 'Passkey tidak dapat dipakai di perangkat ini.';
}

/** Lets a device create a new passkey. */
export async function createPasskey(asked: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON((asked as Asked).publicKey);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as object;
}

/** Lets a device sign with one of its passkeys. */
export async function signWithPasskey(asked: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((asked as Asked).publicKey);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return signed.toJSON() as object;
}
