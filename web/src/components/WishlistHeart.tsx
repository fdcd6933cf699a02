import { Suspense } from 'react';
import { HeartButton } from '@/components/HeartButton';
import type { WishlistButtonProps } from '@/components/WishlistButton';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue } from '@/state';
import { part } from '@/ui/part';
import { openAlert } from '@/ui/alert';
import { useHydrated } from '@/ui/useHydrated';

const WishlistButton = part(() => import('@/components/WishlistButton'));

/**
 * Heart of a product: the member's, once its code has arrived, or one that leads a visitor to the
 * login.
 */
export function WishlistHeart(props: WishlistButtonProps) {
  const known = useAtomValue(claimsAtom) !== null;
  const member = useHydrated() && known;
  if (!member)
    return (
      <HeartButton
        card={props.card}
        onClick={() => openAlert('Oops...', 'Anda harus login terlebih dahulu!', paths.login())}
      />
    );
  return (
    <Suspense fallback={null}>
      <WishlistButton {...props} />
    </Suspense>
  );
}
