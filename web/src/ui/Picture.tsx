import { pictureUrl } from '@/api/pictures';

type Props = { picture: string; alt: string; className?: string; eager?: boolean };

/** A square picture of the shop, whose place is kept before it has arrived. */
export function Picture({ picture, alt, className = '', eager = false }: Props) {
  return (
    <img
      src={pictureUrl(picture)}
      alt={alt}
      width={800}
      height={800}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`aspect-square w-full bg-sunken object-cover ${className}`}
    />
  );
}
