import type { ReactNode } from 'react';

/** A part of a member's page. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0 card p-5">
      <h2 id={id} className="mb-3 font-display text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Line for a part without content. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted">{children}</p>
);
