import type { ReactNode } from 'react';

/** A card with a heading, such as one step of a form. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card p-5 sm:p-6" aria-label={title}>
      <h2 className="mb-4 font-display text-xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}
