import type { ReactNode } from 'react';

/** Buttons at the end of a dialog; they stay in view however long the content above them is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 bg-surface px-6 pt-4 pb-6">
      {children}
    </div>
  );
}
