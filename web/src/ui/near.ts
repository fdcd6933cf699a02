/** Distance from the screen up to which an element counts as near, in pixels. */
const MARGIN = '600px';

/**
 * Calls `come` once, when a visitor comes near an element; returns a function that stops watching.
 */
export function whenNear(element: Element, come: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      come();
    },
    { rootMargin: MARGIN },
  );
  watch.observe(element);
  return () => watch.disconnect();
}

/**
 * Returns a promise that settles when a visitor comes near the first element that matches
 * `selector`, or when `come` is called; at once if there is no such element.
 */
export function near(selector: string): { come: () => void; promise: Promise<void> } {
  let come: () => void = Boolean;
  const promise = new Promise<void>((resolve) => {
    come = resolve;
  });
  const place = document.querySelector(selector);
  if (place) whenNear(place, come);
  else come();
  return { come, promise };
}
