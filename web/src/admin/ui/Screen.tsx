import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { BackLink } from '@/ui/BackLink';
import { useTitle } from '@/ui/useTitle';
import { ManualLink } from './ManualLink';

/** Filters and page of each list when it was last viewed, by the list's address. */
const lastViewed = new Map<string, { search: string; state: unknown }>();

/**
 * Numbers such as `KS-20261122-7K3M9QXA`, which move to the next line as a whole if they fit there.
 */
const NUMBERS = /(\S+-\S*\d\S*)/;

type Props = {
  title: string;
  /** Sentence below the title. */
  text?: ReactNode;
  /** Target of the back arrow on a page below another: a list opens with the filters and the page that it had when it was left. */
  back?: { to: string; label: string };
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Frame of an office page: its title, actions, and content. */
export function Screen({ title, text, back, actions, children }: Props) {
  useTitle(title);
  const { pathname, search, state } = useLocation();
  useEffect(() => void lastViewed.set(pathname, { search, state }), [pathname, search, state]);
  const last = back && lastViewed.get(back.to);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 print:hidden">
        <div className="flex min-w-0 flex-1 basis-96 items-start gap-2">
          {back && (
            <BackLink to={back.to + (last?.search ?? '')} state={last?.state} label={back.label} />
          )}
          <div className="min-w-0 flex-1">
            <h1 className="font-display text-xl leading-11 font-semibold sm:text-2xl">
              {title.split(NUMBERS).map((part, place) =>
                place % 2 ? (
                  <span key={part} className="inline-block">
                    {part}
                  </span>
                ) : (
                  part
                ),
              )}
            </h1>
            {text && <p className="max-w-prose text-sm text-muted">{text}</p>}
          </div>
          <ManualLink />
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="mt-5">{children}</div>
    </div>
  );
}
