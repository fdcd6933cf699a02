import { useState, type FormEvent, type ReactNode } from 'react';
import { sentence } from '@/api/client';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextAreaField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';

type Props = {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Does it; a failure is shown, and what was typed stays. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks why something is done that someone else will want to know the reason of. */
export function ReasonDialog({ title, text, confirm, onConfirm, onClose, children }: Props) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setError('Tuliskan alasannya.');
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (thrown) {
      setFailure(sentence(thrown, 'Gagal menyimpan. Coba lagi.'));
      setBusy(false);
    }
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="mt-2 mb-4 text-sm text-muted">{text}</div>
        {children}
        <TextAreaField
          label="Alasan"
          value={reason}
          error={error}
          maxLength={300}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
        {failure && (
          <div className="mt-4">
            <Problem text={failure} />
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy && 'Memproses...'}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
