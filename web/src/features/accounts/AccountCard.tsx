import type { ReactNode } from 'react';

/** Card with a title for login, registration, and the pages that links in e-mails lead to. */
export function AccountCard({
  title,
  text,
  wide = false,
  children,
}: {
  title: string;
  text: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`page py-8 sm:py-14 ${wide ? 'max-w-3xl' : 'max-w-md'}`}>
      <div className="card p-5 sm:p-8">
        <h1 className="font-display text-3xl font-semibold">{title}</h1>
        <p className="mt-1.5 text-sm text-muted">{text}</p>
        {children}
      </div>
    </div>
  );
}
