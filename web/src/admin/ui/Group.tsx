import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** Sentence below the title. */
  text?: ReactNode;
  children: ReactNode;
};

/** Fields of a form that belong together. */
export function Group({ title, text, children }: Props) {
  return (
    <section aria-label={title} className="card p-5 sm:p-6">
      <h2 className="font-display text-lg font-semibold">{title}</h2>
      {text && <p className="mt-1 text-sm text-muted">{text}</p>}
      <div className="mt-4 grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </section>
  );
}
