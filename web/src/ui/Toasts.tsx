import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { openDialogsAtom, toastsAtom, useAtomValue } from '@/state';
import { dismiss } from '@/ui/toast';

/**
 * Notices shown now; a screen reader reads each as it appears. Screen readers ignore everything
 * outside a modal dialog: while one is open, the notices are rendered in it. `dialog` is its id.
 */
export function Toasts({ dialog }: { dialog?: string }) {
  const toasts = useAtomValue(toastsAtom);
  const here = useAtomValue(openDialogsAtom).at(-1) === dialog;
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-20 z-60 flex flex-col items-center gap-2 px-4 sm:items-end sm:px-6"
    >
      {here &&
        toasts.map(({ id, tone, title, text }) => (
          <div
            key={id}
            className="pointer-events-auto flex w-full max-w-sm items-start gap-3 card p-4 shadow-lg"
          >
            {tone === 'success' ? (
              <CircleCheck aria-hidden className="shrink-0 text-success" size={20} />
            ) : (
              <CircleAlert aria-hidden className="shrink-0 text-danger" size={20} />
            )}
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-semibold">{title}</p>
              {text && <p className="mt-0.5 text-muted">{text}</p>}
            </div>
            <button
              type="button"
              aria-label="Tutup pemberitahuan"
              onClick={() => dismiss(id)}
              className="-m-2 p-2 text-muted hover:text-ink"
            >
              <X size={16} />
            </button>
          </div>
        ))}
    </div>
  );
}
