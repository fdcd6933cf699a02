import { UserRound } from 'lucide-react';
import { profilePictureUrl } from '@/api/pictures';

type Props = { file: string | null | undefined; size: string };

/** A member's round picture, or the default figure. */
export function Avatar({ file, size }: Props) {
  const shape = `${size} shrink-0 rounded-full bg-brand-soft`;
  if (file)
    return (
      <img
        src={profilePictureUrl(file)}
        alt=""
        loading="lazy"
        className={`${shape} object-cover`}
      />
    );
  return (
    <span aria-hidden className={`${shape} grid place-items-center text-brand`}>
      <UserRound className="size-1/2" strokeWidth={1.5} />
    </span>
  );
}
