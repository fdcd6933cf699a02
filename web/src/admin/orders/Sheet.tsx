import type { ReactNode } from 'react';

type Props = { label: string; className?: string; children: ReactNode };

/** Printed sheet of A4: black on white, whatever the theme. */
export function Sheet({ label, className = '', children }: Props) {
  return (
    <article
      aria-label={label}
      className={`w-full max-w-[180mm] bg-white p-6 text-sm text-black shadow sm:w-[180mm] sm:p-10 print:w-auto print:max-w-none print:p-0 print:shadow-none ${className}`}
    >
      {children}
    </article>
  );
}

/** Cell with a box that is ticked manually. */
export function TickCell({ label }: { label: string }) {
  return (
    <td aria-label={label} className="py-2">
      <span aria-hidden className="inline-block size-4 border border-black" />
    </td>
  );
}
