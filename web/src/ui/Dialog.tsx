import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

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
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before it leaves the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // Escape, the keyboard's way to dismiss, comes as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Browsers close it after a second Escape, whatever was said to the first.
      onClose={() => element.current?.isConnected && element.current.showModal()}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
      className={`m-auto w-[calc(100%-2rem)] rounded-3xl bg-surface text-ink shadow-2xl transition-opacity duration-200 backdrop:bg-black/50 ${wide ? 'max-w-2xl' : 'max-w-sm'} fade-in ${closing ? 'opacity-0 backdrop:opacity-0' : ''}`}
    >
      <div className={`relative ${bare ? '' : 'p-6'}`}>
        <h2 id={titleId} className={bare ? 'sr-only' : 'font-display text-xl font-semibold'}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
