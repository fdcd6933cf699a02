import { store, toastsAtom, type Toast } from '@/state';

let lastId = 0;

/** Shows a short notice: by default 2 seconds for success, 6 for an error, which has to be read. */
export function toast(
  tone: Toast['tone'],
  title: string,
  text?: string,
  milliseconds = tone === 'success' ? 2000 : 6000,
): void {
  lastId += 1;
  const notice: Toast = { id: lastId, tone, title, ...(text ? { text } : {}) };
  // The same message need not be shown twice.
  const others = store.get(toastsAtom).filter((each) => each.title !== title || each.text !== text);
  store.set(toastsAtom, [...others, notice]);
  setTimeout(() => dismiss(notice.id), milliseconds);
}

/** Removes a notice. */
export function dismiss(id: number): void {
  store.set(
    toastsAtom,
    store.get(toastsAtom).filter((each) => each.id !== id),
  );
}
