import { Component, Suspense, use, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { takePreloaded } from '@/api/client';
import { shop } from '@/shop';
import { Loading } from '@/ui/Loading';
import { useHydrated } from '@/ui/useHydrated';
import { part } from '@/ui/part';
import { ErrorPage } from './ErrorPage';
import { useScroll } from './useScroll';

const Closed = part(() => import('./Closed'));
const preloaded = takePreloaded();

/** Whether the server left drawing the page to the app. */
const left = document.querySelector('main > [role=status] > h1') !== null;

/**
 * Frame of a page: shows that it is loading or has failed, and leaves everything around it in
 * place. A `bare` frame, like its page, has nothing around it.
 */
export function PageFrame({ bare = false }: { bare?: boolean }) {
  const loading = <Loading page />;
  return (
    <Guarded>
      <Suspense fallback={bare ? <main id="main">{loading}</main> : loading}>
        <Page />
      </Suspense>
    </Guarded>
  );
}

function Page() {
  // The server's HTML stays until the app can show at least as much.
  use(preloaded);
  const hydrated = useHydrated();
  useScroll();
  if (left && !hydrated) return <Loading page />;
  return shop.closed ? <Closed /> : <Outlet />;
}

/** Shows the error page in place of failed content, until another page is chosen. */
export function Guarded({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}

type Props = { place: string; children: ReactNode };
type State = { place: string; broken: boolean };

class Boundary extends Component<Props, State> {
  state: State = { place: this.props.place, broken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State {
    return state.place === place ? state : { place, broken: false };
  }

  render() {
    return this.state.broken ? <ErrorPage /> : this.props.children;
  }
}
