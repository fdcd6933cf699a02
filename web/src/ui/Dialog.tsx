import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  /** Called when the dialog is dismissed; without it only a button inside can close the dialog. */
  onClose?: () => void;
  wide?: boolean;
  /** Without padding and visible title, for a picture. */
  bare?: boolean;
  /** Fades out, for whoever takes the dialog away a moment later. */
  closing?: boolean;
};

/** A modal dialog that is open for as long as it is rendered. */
export function Dialog({
  title,
  children,
  onClose,
  wide = false,
  bare = false,
  closing = false,
}: Props) {
  const fading = `transition-opacity duration-200 ${closing ? 'opacity-0' : ''}`;
  return (
    <Base.Root
      open
      onOpenChange={(open, details) => {
        if (open) return;
        if (onClose) onClose();
        else details.cancel();
      }}
      disablePointerDismissal={!onClose}
    >
      <Base.Portal>
        <Base.Backdrop className={`fixed inset-0 z-40 bg-black/50 ${fading}`} />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            className={`relative w-full rounded-3xl bg-surface text-ink shadow-2xl ${bare ? '' : 'p-6'} ${wide ? 'max-w-2xl' : 'max-w-sm'} ${fading}`}
          >
            <Base.Title className={bare ? 'sr-only' : 'font-display text-xl font-semibold'}>
              {title}
            </Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
