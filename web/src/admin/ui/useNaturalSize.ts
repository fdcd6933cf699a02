import { useEffect, useState } from 'react';
import { pictureUrl } from '@/pictures';

/** How large a picture of the shop was kept, in pixels; null until it is known. */
export function useNaturalSize(picture: string): { width: number; height: number } | null {
  const [known, setKnown] = useState<{ picture: string; width: number; height: number } | null>(
    null,
  );
  useEffect(() => {
    if (!picture) return;
    const image = new Image();
    const know = () =>
      setKnown({ picture, width: image.naturalWidth, height: image.naturalHeight });
    image.addEventListener('load', know);
    image.src = pictureUrl(picture);
    return () => image.removeEventListener('load', know);
  }, [picture]);
  return known?.picture === picture ? known : null;
}
