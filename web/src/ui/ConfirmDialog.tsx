import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

type Props = {
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done that is hard to undo. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Batal',
  busy = false,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-2 text-sm text-muted">{text}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          {cancel}
        </Button>
        <Button onClick={onConfirm} busy={busy && 'Memproses...'}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
