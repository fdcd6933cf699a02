import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { openDialogsAtom, useSetAtom } from '@/state';
import { Toasts } from '@/ui/Toasts';
import { useHydrated } from '@/ui/useHydrated';

type Props = {
  title: string;
  children: ReactNode;
  /**
   * Called when the dialog is dismissed, but not while a button in it is busy; without it only a
   * button inside can close the dialog.
   */
  onClose?: () => void;
  wide?: boolean;
  /** Whether padding and visible title are omitted, for a picture. */
  bare?: boolean;
  /** Whether the dialog covers the whole screen, without padding and visible title. */
  full?: boolean;
  /** Whether the dialog is fading out; the caller removes it shortly afterwards. */
  closing?: boolean;
};

/** A modal dialog that is open for as long as it is rendered. */
export function Dialog({
  title,
  children,
  onClose,
  wide = false,
  bare = false,
  full = false,
  closing = false,
}: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const setOpenDialogs = useSetAtom(openDialogsAtom);
  const hydrated = useHydrated();
  // Whether the press began beside the dialog: a drag that only ends there, such as a text
  // selection, does not dismiss it.
  const pressedBeside = useRef(false);

  // The dialog is closed before it leaves the document: only then does the browser return the
  // focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    setOpenDialogs((open) => [...open, titleId]);
    return () => {
      dialog?.close();
      setOpenDialogs((open) => open.filter((each) => each !== titleId));
    };
  }, [titleId, setOpenDialogs]);

  const dismiss = () => {
    if (!element.current?.querySelector('button[aria-busy=true]')) onClose?.();
  };

  return (
    // Escape, the key that dismisses a dialog, arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      // Browsers close it at a second Escape, even if the first was prevented.
      onClose={() => element.current?.isConnected && element.current.showModal()}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === event.currentTarget) dismiss();
      }}
      className={`${full ? 'm-0 size-full max-h-none max-w-none' : `m-auto w-[calc(100%-2rem)] rounded-3xl shadow-2xl ${wide ? 'max-w-2xl' : 'max-w-sm'}`} bg-surface text-ink transition-opacity duration-200 backdrop:bg-black/50 fade-in ${closing ? 'opacity-0 backdrop:opacity-0' : ''}`}
    >
      <div className={`relative ${bare || full ? '' : 'p-6'}`}>
        <h2
          id={titleId}
          className={bare || full ? 'sr-only' : 'font-display text-xl font-semibold'}
        >
          {title}
        </h2>
        {children}
      </div>
      {hydrated && <Toasts dialog={titleId} />}
    </dialog>
  );
}
