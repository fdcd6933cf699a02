import { useEffect, useRef, useState, type ReactNode } from 'react';
import { whenNear } from '@/ui/near';

/**
 * Renders content below the screen when a visitor comes near it; until then its place has the given
 * height.
 */
export function WhenNear({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current) return whenNear(place.current, () => setNear(true));
  }, []);
  return near ? children : <div ref={place} className={className} />;
}
