import { lazy, Suspense, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { HeartButton } from '@/parts/HeartButton';
import type { WishlistButtonProps } from '@/parts/WishlistButton';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue } from '@/state';
import { toast } from '@/ui/toast';

// A heart that cannot be loaded is missing; it must not take the page with it.
const WishlistButton = lazy<ComponentType<WishlistButtonProps>>(() =>
  import('@/parts/WishlistButton').catch(() => ({ default: () => null })),
);

/** The heart of a product: a member's, once the code behind it has arrived, or one that sends a visitor to the login. */
export function WishlistHeart(props: WishlistButtonProps) {
  const member = useAtomValue(claimsAtom) !== null;
  const navigate = useNavigate();
  if (!member)
    return (
      <HeartButton
        card={props.card}
        onClick={() => {
          toast('error', 'Oops...', 'Anda harus login terlebih dahulu!');
          void navigate(paths.login());
        }}
      />
    );
  return (
    <Suspense fallback={null}>
      <WishlistButton {...props} />
    </Suspense>
  );
}
