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
/** Reports errors of this page to the shop. */
const tell = (broken: unknown) =>
  void import('@/api/pageFaults').then(
    (faults) => faults.tellFault(broken, import.meta.url),
    () => undefined,
  );
window.addEventListener('error', tell);
window.addEventListener('unhandledrejection', tell);
// The app is drawn in small pieces, between which the browser can respond to a visitor.
startTransition(() => {
  if (root.firstElementChild)
    // A page with more content than the server could draw is drawn again: this need not be
    // reported.
    hydrateRoot(root, app, { onCaughtError: tell, onRecoverableError: () => undefined });
  else createRoot(root, { onCaughtError: tell }).render(app);
});
registerWorker();
watchTabs();
watchVersion(import.meta.url);
keepFocus();
if (sessionStorage.getItem('view') !== null) void import('@/admin/view/bar');
