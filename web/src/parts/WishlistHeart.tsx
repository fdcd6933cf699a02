import { lazy, Suspense, type ComponentType } from 'react';
import type { WishlistButtonProps } from '@/parts/WishlistButton';

// A heart that cannot be loaded is missing; it must not take the page with it.
const WishlistButton = lazy<ComponentType<WishlistButtonProps>>(() =>
  import('@/parts/WishlistButton').catch(() => ({ default: () => null })),
);

/** The heart of a product, once the code behind it has arrived. */
export function WishlistHeart(props: WishlistButtonProps) {
  return (
    <Suspense fallback={null}>
      <WishlistButton {...props} />
    </Suspense>
  );
}
