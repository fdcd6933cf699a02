import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { useHydrated } from './useHydrated';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  /** Whether the link replaces the current page in the browser's history. */
  replace?: boolean;
  /** State for the next page. */
  state?: unknown;
};

/**
 * Link to a page of the app. The router's own link also supports the router's framework mode, and
 * its code is three times as large.
 */
export function Link({ to, replace, state, onClick, children, ...rest }: Props) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    target: rest.target,
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}

/** Link that is marked as current on its own page and, unless `end`, on pages below it. */
export function NavLink({ end = false, ...props }: Props & { end?: boolean }) {
  const hydrated = useHydrated();
  const here = useLocation().pathname.toLowerCase();
  const there = props.to.toLowerCase();
  const current = here === there || (!end && there !== '/' && here.startsWith(`${there}/`));
  return <Link {...props} aria-current={hydrated && current ? 'page' : undefined} />;
}
