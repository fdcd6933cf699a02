import { useEffect, useState } from 'react';
import { pictureUrl } from '@/pictures';

/**
 * Maximum relative difference between the aspect ratios of a picture and its frame at which nobody
 * notices the cropping.
 */
const TOLERANCE = 0.03;

/** Note that a picture is cropped, because its aspect ratio differs from that of its frame. */
export function ShapeNote({
  picture,
  width,
  height,
}: {
  picture: string;
  /** Size of the frame; only its ratio matters. */
  width: number;
  height: number;
}) {
  const size = useNaturalSize(picture);
  if (!size) return null;
  const off = size.width / size.height / (width / height) - 1;
  if (Math.abs(off) <= TOLERANCE) return null;
  return (
    <p role="status" className="mt-3 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
      Gambar ini {size.width} × {size.height} piksel, sedangkan tempatnya {width} × {height}:{' '}
      {off > 0 ? 'sisi kiri dan kanan' : 'sisi atas dan bawah'}nya akan terpotong.
    </p>
  );
}

/** Returns the stored size of a picture of the shop, in pixels; null until it is known. */
function useNaturalSize(picture: string): { width: number; height: number } | null {
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
