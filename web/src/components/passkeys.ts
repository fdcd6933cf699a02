/** Passkeys: what the browser makes of what the server asks for, both as JSON. */

type Asked = { publicKey: never };

/** The error that browsers throw when someone closes their dialog, or waits too long. */
const isGivenUp = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Returns the message for a passkey that could not be used. */
export function passkeySentence(error: unknown): string {
  if (isGivenUp(error)) return 'Passkey tidak jadi dipakai. Coba lagi, atau pakai cara lain.';
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return 'Perangkat ini sudah terpasang sebagai passkey.';
  return 'Passkey tidak dapat dipakai di perangkat ini.';
}

/** Has a device make a new passkey. */
export async function createPasskey(asked: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON((asked as Asked).publicKey);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as object;
}

/** Has a device sign with a passkey that it has. */
export async function signWithPasskey(asked: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((asked as Asked).publicKey);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return signed.toJSON() as object;
}
