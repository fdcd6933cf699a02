import type { ReactNode } from 'react';

/** A card with a heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 card p-5">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Label with its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-1.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
