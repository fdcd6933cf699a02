import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { pictureUrl, srcSet } from '@/pictures';

type Props = {
  picture: string;
  alt: string;
  /** Width at which it is shown, as in the attribute `sizes`; or in pixels, where it is always the same. */
  sizes: string | number;
  /** The widths to choose from, in pixels; those that the server makes, smallest first. */
  widths?: readonly number[];
  /** Width by height; 1 for a square. */
  ratio?: number;
  className?: string;
  /** Loaded at once, not when it comes near the screen. */
  eager?: boolean;
  /** Loaded before everything else: the one that the page is about. */
  first?: boolean;
  /** Loaded before everything else once it is shown. */
  urgent?: boolean;
  /** Called when it is there, or its placeholder. */
  onArrived?: () => void;
};

/** Widths for a small picture on screens of low and high resolution, in pixels. */
const THUMBNAIL = [64, 128, 256] as const;

/** A picture of the shop in the size that it is shown in; its place is kept before it has arrived. */
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
      // One that failed before the app ran told nobody; one that still waits has no address.
      ref={(image) => {
        if (image?.src && image.complete && image.naturalWidth === 0) fail();
      }}
      className={`object-cover ${place}`}
    />
  );
}
