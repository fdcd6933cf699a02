import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { useHydrated } from './useHydrated';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  /** Takes the place of the page that it stands on in the browser's history. */
  replace?: boolean;
  /** State for the next page. */
  state?: unknown;
};

/** A link to a page of the app. The router's own is made for its framework too, and three times as large. */
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

/** A link that says when it leads to the current page or, unless `end`, to one that the current page lies below. */
export function NavLink({ end = false, ...props }: Props & { end?: boolean }) {
  const hydrated = useHydrated();
  const here = useLocation().pathname.toLowerCase();
  const there = props.to.toLowerCase();
  const current = here === there || (!end && there !== '/' && here.startsWith(`${there}/`));
  return <Link {...props} aria-current={hydrated && current ? 'page' : undefined} />;
}
