import { QueryClientProvider } from '@tanstack/react-query';
import { useRoutes } from 'react-router-dom';
import { queryClient } from '@/api/client';
import { Guarded } from '@/features/shell/PageFrame';
import { routes } from '@/routes';
import { Provider, store } from '@/state';

/** The app, inside its router. */
export function App() {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <Guarded>{useRoutes(routes)}</Guarded>
      </QueryClientProvider>
    </Provider>
  );
}
