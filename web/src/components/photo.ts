/** Photo that a member has chosen but not sent yet. */
import { useEffect, useState } from 'react';
import { loadCore } from '@/core';

/**
 * Checks a photo by its size and its first bytes; returns the error message, or null if it is
 * accepted.
 */
export async function checkPhoto(photo: File): Promise<string | null> {
  try {
    const core = await loadCore();
    const head = [...new Uint8Array(await photo.slice(0, 16).arrayBuffer())];
    return core.checkPhoto({ size: photo.size, head })?.message ?? null;
  } catch {
    return 'Foto tidak dapat diperiksa. Coba lagi.';
  }
}

/**
 * Size in bytes above which a photo is made smaller, and its longest side afterwards, in pixels:
 * the server stores none longer.
 */
const [LARGE, LONGEST_SIDE] = [1024 * 1024, 1600];

/** Maximum side, pixels and bytes of a picture that the server decodes in any format. */
const [DECODED_SIDE, DECODED_PIXELS, DECODED_BYTES] = [8192, 16_000_000, 12_000_000];

/**
 * Returns a photo as sent: a large one, as from a camera, is drawn smaller; one that cannot be
 * drawn stays unchanged.
 */
export const smaller = (photo: File): Promise<File> =>
  photo.size <= LARGE ? Promise.resolve(photo) : drawn(photo, 'image/jpeg', () => true);

/**
 * Returns a picture of the office as sent: one that the server could not decode is drawn smaller,
 * in its own format.
 */
export const decodable = (picture: File): Promise<File> =>
  picture.size <= LARGE
    ? Promise.resolve(picture)
    : drawn(
        picture,
        picture.type,
        ({ width, height }) =>
          picture.size > DECODED_BYTES ||
          Math.max(width, height) > DECODED_SIDE ||
          width * height > DECODED_PIXELS,
      );

/**
 * Draws a photo in the size that the server stores, if needed; otherwise returns the photo itself.
 */
async function drawn(
  photo: File,
  type: string,
  isNeeded: (picture: ImageBitmap) => boolean,
): Promise<File> {
  let picture: ImageBitmap | undefined;
  try {
    picture = await createImageBitmap(photo);
    if (!isNeeded(picture)) return photo;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return photo;
    if (type === 'image/jpeg') {
      // JPEG has no transparency: transparent areas become white, as on the server.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, 0.85);
    });
    return blob ? new File([blob], photo.name, { type: blob.type }) : photo;
  } catch {
    return photo;
  } finally {
    picture?.close();
  }
}

/**
 * Returns an address that shows a file's content for as long as it is used; null until it is ready.
 */
export function usePreview(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const address = file && URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as the effect
    setUrl(address);
    return () => {
      if (address) URL.revokeObjectURL(address);
    };
  }, [file]);
  return url;
}
