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

/** Whether the server left the page to the app. */
const left = document.querySelector('main > [role=status] > h1') !== null;

/**
 * The place of a page: says that it is on its way, or that it broke, and leaves all around it standing. A `bare` one is
 * all that there is, and so is its page.
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
  // What the server wrote stands until the app can show at least as much.
  use(preloaded);
  const hydrated = useHydrated();
  useScroll();
  if (left && !hydrated) return <Loading page />;
  return shop.closed ? <Closed /> : <Outlet />;
}

/** Shows the page of errors in the place of what broke, until another page is chosen. */
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
