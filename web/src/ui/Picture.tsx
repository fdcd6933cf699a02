import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { pictureUrl, srcSet } from '@/pictures';

type Props = {
  picture: string;
  alt: string;
  /** Display width, as in the attribute `sizes`; in pixels, if it is always the same. */
  sizes: string | number;
  /** Widths to choose from, in pixels: those that the server makes, smallest first. */
  widths?: readonly number[];
  /** Ratio of width to height; 1 for a square. */
  ratio?: number;
  className?: string;
  /** Whether it is loaded at once, not only when it comes near the screen. */
  eager?: boolean;
  /** Whether it is loaded before everything else, as the page's main picture. */
  first?: boolean;
  /** Whether it is loaded before everything else once it is shown. */
  urgent?: boolean;
  /** Called when the picture, or its placeholder, has arrived. */
  onArrived?: () => void;
};

/** Widths for a small picture on screens of low and high resolution, in pixels. */
const THUMBNAIL = [64, 128, 256] as const;

/** Picture of the shop in its display size; its space is reserved before it has arrived. */
export function Picture({
  picture,
  alt,
  sizes,
  widths = THUMBNAIL,
  ratio = 1,
  className = '',
  eager = false,
  first = false,
  urgent = false,
  onArrived,
}: Props) {
  const [failed, setFailed] = useState('');
  const fail = () => {
    setFailed(picture);
    onArrived?.();
  };
  const place = `w-full bg-sunken ${className}`;
  if (!picture || failed === picture)
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        style={{ aspectRatio: ratio }}
        className={`grid place-items-center text-muted ${place}`}
      >
        <ShoppingBag className="size-1/4 max-h-10 min-h-4 opacity-60" strokeWidth={1.5} />
      </span>
    );
  const url = (width: number) => pictureUrl(picture, width, Math.ceil(width / ratio));
  return (
    <img
      src={url(widths.at(-1) ?? 800)}
      srcSet={srcSet(url, widths)}
      sizes={typeof sizes === 'number' ? `${sizes}px` : sizes}
      alt={alt}
      width={800}
      height={Math.round(800 / ratio)}
      style={{ aspectRatio: ratio }}
      loading={eager || first ? 'eager' : 'lazy'}
      fetchPriority={first || urgent ? 'high' : undefined}
      decoding="async"
      onLoad={onArrived}
      onError={fail}
      // A failure before the app ran was not reported; a picture that still waits has no address.
      ref={(image) => {
        if (image?.src && image.complete && image.naturalWidth === 0) fail();
      }}
      className={`object-cover ${place}`}
    />
  );
}
