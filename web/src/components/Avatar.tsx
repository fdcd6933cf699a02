import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { profilePictureUrl, srcSet } from '@/pictures';

type Props = {
  file: string | null | undefined;
  /** Diameter as a class, such as `size-10`. */
  size: `size-${number}`;
};

/** Round picture of a member; the default picture if there is none or it does not load. */
export function Avatar({ file, size }: Props) {
  const [failed, setFailed] = useState('');
  const shape = `${size} shrink-0 rounded-full bg-brand-soft`;
  if (file && file !== failed) {
    const url = (side: number) => profilePictureUrl(file, side);
    const pixels = 4 * Number(size.slice('size-'.length));
    return (
      <img
        src={url(256)}
        srcSet={srcSet(url, [64, 128, 256])}
        sizes={`${pixels}px`}
        width={pixels}
        height={pixels}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(file)}
        className={`${shape} object-cover`}
      />
    );
  }
  return (
    <span aria-hidden className={`${shape} grid place-items-center text-brand`}>
      <UserRound className="size-1/2" strokeWidth={1.5} />
    </span>
  );
}
