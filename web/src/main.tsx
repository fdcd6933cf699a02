import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/App';
import { watchTabs } from '@/api/client';
import { watchVersion } from '@/newVersion';
import { keepFocus } from '@/ui/keepFocus';
import { registerWorker } from '@/worker/register';
import '@/shop.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
/** Tells the shop what broke here. */
const tell = (broken: unknown) =>
  void import('@/api/pageFaults').then(
    (faults) => faults.tellFault(broken, import.meta.url),
    () => undefined,
  );
window.addEventListener('error', tell);
window.addEventListener('unhandledrejection', tell);
// In small pieces, between which the browser can answer a visitor.
startTransition(() => {
  if (root.firstElementChild)
    // Where a page has more to show than the server could draw, it is drawn anew: nothing that needs to be told.
    hydrateRoot(root, app, { onCaughtError: tell, onRecoverableError: () => undefined });
  else createRoot(root, { onCaughtError: tell }).render(app);
});
registerWorker();
watchTabs();
watchVersion(import.meta.url);
keepFocus();
if (sessionStorage.getItem('view') !== null) void import('@/admin/view/bar');
