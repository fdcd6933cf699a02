/** A photo that a member has chosen and that is not sent yet. */
import { useEffect, useState } from 'react';
import { loadCore } from '@/core';

/** Checks a photo by its size and its first bytes; gives the sentence of a refusal. */
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
 * Size in bytes above which a photo is made smaller, and the longest side that it then has, in pixels: the server
 * stores none longer.
 */
const [LARGE, LONGEST_SIDE] = [1024 * 1024, 1600];

/** The longest side, the most pixels and the most bytes of a picture that the server decodes whatever its format is. */
const [DECODED_SIDE, DECODED_PIXELS, DECODED_BYTES] = [8192, 16_000_000, 12_000_000];

/** A photo as it is sent: a large one, as cameras make them, is drawn smaller; what cannot be drawn stays as it is. */
export const smaller = (photo: File): Promise<File> =>
  photo.size <= LARGE ? Promise.resolve(photo) : drawn(photo, 'image/jpeg', () => true);

/** A picture of the office as it is sent: one that the server could not decode is drawn smaller, in its own format. */
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

/** Draws a photo as large as the server keeps one, where that is needed; the photo itself elsewhere. */
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
      // It has no transparency: what was transparent becomes white, as on the server.
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

/** An address that shows what a file holds, for as long as it is asked for; null until it is there. */
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
