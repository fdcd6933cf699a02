import { useState, type FormEvent, type ReactNode } from 'react';
import { sentence } from '@/api/client';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Problem } from '@/ui/Problem';

type Props = {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Does it; a failure is shown, and the dialog stays. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Whether what is asked for is not there yet. */
  disabled?: boolean;
  children?: ReactNode;
};

/** Asks before something is done, does it, and says so when that fails. */
export function ActionDialog({
  title,
  text,
  confirm,
  onConfirm,
  onClose,
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
      await onConfirm();
      onClose();
    } catch (thrown) {
      setFailure(sentence(thrown, 'Gagal menyimpan. Coba lagi.'));
      setBusy(false);
    }
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
          <Button look="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy && 'Memproses...'} disabled={disabled}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
