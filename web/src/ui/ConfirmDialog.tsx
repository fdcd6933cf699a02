import { useState, type FormEvent, type ReactNode } from 'react';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Problem } from '@/ui/Problem';

type Props = {
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string;
  /**
   * Performs the action; false keeps the dialog open, and so does a failure, which is shown in it.
   */
  onConfirm: () => Promise<unknown> | false | void;
  onClose: () => void;
  /** Message for a failure that has no message of its own. */
  failed?: string;
  /** Whether a required input is still missing. */
  disabled?: boolean;
  /** Further form fields. */
  children?: ReactNode;
};

/** Asks for confirmation of an action that is hard to undo, performs it, and shows a failure. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Batal',
  onConfirm,
  onClose,
  failed = 'Gagal diproses. Coba lagi.',
  disabled = false,
  children,
}: Props) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      if ((await onConfirm()) !== false) return onClose();
    } catch (thrown) {
      setFailure(sentence(thrown, failed));
    }
    setBusy(false);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="mt-2 text-sm text-muted">{text}</div>
        {children && <div className="mt-4">{children}</div>}
        {failure && (
          <div className="mt-4">
            <Problem text={failure} />
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={busy} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" busy={busy && 'Memproses...'} disabled={disabled}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
