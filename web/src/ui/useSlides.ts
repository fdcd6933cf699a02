import { useCallback, useRef, useState, type UIEvent } from 'react';

/** Returns how a row scrolls to another slide: at once for users who prefer reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/**
 * Row that shows one slide at a time, `start` first: returns the current slide, a function to show
 * another one, and the row's props.
 */
export function useSlides<E extends HTMLElement>(start = 0) {
  const row = useRef<E>(null);
  const [index, setIndex] = useState(start);
  // Slide that the row is moving to; slides passed on the way are not chosen.
  const goal = useRef<number | null>(null);

  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<E>) => {
    const place = Math.round(scrollLeft / clientWidth);
    if (goal.current === place) goal.current = null;
    if (goal.current === null) setIndex(place);
  };
  // A visitor who moves the row overrides its target.
  const release = () => {
    goal.current = null;
  };
  const show = useCallback((place: number) => {
    const frame = row.current;
    if (!frame) return;
    goal.current = place;
    setIndex(place);
    frame.scrollTo({ left: place * frame.clientWidth, behavior: scrollBehavior() });
  }, []);
  return {
    index,
    show,
    row: {
      ref: row,
      onScroll: follow,
      onWheel: release,
      onPointerDown: release,
      onKeyDown: release,
    },
  };
}
