import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { queryClient, takePreloaded } from '@/api/client';
import { routes } from '@/routes';
import { Provider, store } from '@/state';
import { Loading } from '@/ui/Loading';
import '@/shop.css';

/** How long the page's data may keep the beginning that the server wrote standing, in milliseconds. */
const PATIENCE = 2000;

async function start(element: HTMLElement) {
  const begun = element.firstElementChild !== null;
  const root = createRoot(element);
  if (!begun) root.render(<Loading />);
  // In a task of its own: the parts of the app took long enough to run.
  await pause(0);
  const router = createBrowserRouter(routes, {
    // Only who goes there loads the admin.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (/^\/admin\b/i.test(path)) patch(null, (await import('@/admin/routes')).routes);
    },
  });
  // Before that the provider could miss that the page has arrived.
  await new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => initialized && resolve());
  });
  // What the server wrote stays until the app can show at least as much.
  if (begun) await Promise.race([takePreloaded(), pause(PATIENCE)]);
  // In small pieces, between which the browser can answer a visitor.
  startTransition(() => {
    root.render(
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

function pause(time: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, time);
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
void start(root);
