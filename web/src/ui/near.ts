/** How far from the screen a place counts as near, in pixels. */
const MARGIN = '600px';

/**
 * A promise that settles when a visitor comes near the first element that `selector` finds, or when `come` is called; at
 * once where there is no such element.
 */
export function near(selector: string): { come: () => void; promise: Promise<void> } {
  let come: () => void = Boolean;
  const promise = new Promise<void>((resolve) => {
    come = resolve;
  });
  const place = document.querySelector(selector);
  if (place)
    new IntersectionObserver(
      (entries, watch) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        come();
      },
      { rootMargin: MARGIN },
    ).observe(place);
  else come();
  return { come, promise };
}
