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
