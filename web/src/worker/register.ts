/** Registers the worker when the page has nothing else to do. */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 3000));
  const register = () => {
    // The shop still works without it.
    serviceWorker.register('/sw.js').catch(() => undefined);
    if (serviceWorker.controller) return;
    // The worker has missed the files that the page loaded before.
    void serviceWorker.ready.then(({ active }) =>
      active?.postMessage(
        performance.getEntriesByType('resource').map(({ name }) => name),
        {},
      ),
    );
  };
  if (document.readyState === 'complete') idle(register);
  else window.addEventListener('load', () => idle(register));
}
