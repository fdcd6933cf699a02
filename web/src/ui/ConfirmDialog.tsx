import type { ReactNode } from 'react';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { useMutation } from '@/ui/useMutation';

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
  const { mutate, isPending, error } = useMutation(async () => {
    if ((await onConfirm()) !== false) onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)}>
        <div className="mt-2 text-sm text-muted">{text}</div>
        {children && <div className="mt-4">{children}</div>}
        {error && (
          <div className="mt-4">
            <Problem text={sentence(error, failed)} />
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={isPending} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" busy={isPending && 'Memproses...'} disabled={disabled}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
