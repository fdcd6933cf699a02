import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { queryClient, takePreloaded } from '@/api/client';
import { routes } from '@/routes';
import { Provider, store } from '@/state';
import '@/style.css';

/** How long the beginning that the server wrote stands at most, in milliseconds, while the app gets ready. */
const PATIENCE = 2000;

const router = createBrowserRouter(routes);

async function start(root: HTMLElement) {
  // What the server wrote stays until the app can show at least as much.
  if (root.firstElementChild)
    await Promise.race([
      Promise.all([routed(), takePreloaded()]),
      new Promise((resolve) => setTimeout(resolve, PATIENCE)),
    ]);
  // In small pieces, between which the browser can answer a visitor.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Provider store={store}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Provider>
      </StrictMode>,
    );
  });
}

function routed(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
void start(root);
