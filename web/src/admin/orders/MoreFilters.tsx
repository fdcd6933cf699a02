import { useState, type ReactNode } from 'react';

/**
 * Filters that open when one of them narrows the list. They stay open when the last one is removed.
 */
export function MoreFilters({ narrowed, children }: { narrowed: boolean; children: ReactNode }) {
  const [before, setBefore] = useState(narrowed);
  const [isOpen, setOpen] = useState(narrowed);
  if (narrowed !== before) {
    setBefore(narrowed);
    if (narrowed) setOpen(true);
  }
  return (
    <details
      className="sm:col-span-2 lg:col-span-6"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary className="inline-flex min-h-11 items-center text-sm font-medium text-brand">
        Saringan lain
      </summary>
      <div className="grid items-end gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
        {children}
      </div>
    </details>
  );
}
