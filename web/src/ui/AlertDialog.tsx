import { CircleAlert } from 'lucide-react';
import type { Alert } from '@/state';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

type Props = { alert: Alert; onClose: () => void };

/** Dialog about a failed action. */
export default function AlertDialog({ alert: { title, text }, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {text && (
        <div className="mt-3 flex items-start gap-3 text-sm text-muted">
          <CircleAlert aria-hidden className="shrink-0 text-danger" size={22} />
          <p>{text}</p>
        </div>
      )}
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Oke!</Button>
      </div>
    </Dialog>
  );
}
