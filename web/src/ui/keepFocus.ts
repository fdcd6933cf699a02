/** Elements that can receive the focus when the focused element is removed: a screen reader can continue from them. */
const PLACES = 'li, ul, ol, table, form, fieldset, section, article, nav, dialog, main';

/**
 * Moves the focus to a surrounding element when the focused one is removed, such as a button with
 * its line: otherwise a keyboard or a screen reader would start at the top of the page. Returns a
 * function that stops this.
 */
export function keepFocus(): () => void {
  let last: Element | undefined;
  let around: Element[] = [];

  const note = ({ target }: FocusEvent) => {
    last = target as Element;
    around = [];
    for (let each = last.parentElement; each; each = each.parentElement) around.push(each);
  };
  // A browser may report the loss of focus before the element is gone.
  const letGo = () =>
    queueMicrotask(() => {
      if (last?.isConnected && document.activeElement === document.body) last = undefined;
    });
  const fonts = document.getElementsByTagName('font');
  let translated: Promise<typeof import('@/ui/translated') | undefined> | undefined;
  const changes = new MutationObserver((records) => {
    // Only a browser that translates the page inserts these elements.
    if (fonts.length > 0)
      void (translated ??= import('@/ui/translated').catch(() => undefined)).then((module) =>
        module?.follow(records),
      );
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = undefined;
    const place = around.find((each) => each.isConnected && each.matches(PLACES));
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });

  document.addEventListener('focusin', note);
  document.addEventListener('focusout', letGo);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('focusout', letGo);
  };
}
