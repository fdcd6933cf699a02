import type { ReactNode } from 'react';

/** The buttons that end a dialog: in view however long what stands above them is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 bg-surface px-6 pt-4 pb-6">
      {children}
    </div>
  );
}
