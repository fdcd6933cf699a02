import { CircleAlert } from 'lucide-react';
import { Button } from '@/ui/Button';

type Props = { text: string; onRetry?: () => void; retry?: string };

/** Red box with an error message and a button to try again. */
export function Problem({ text, onRetry, retry = 'Coba Lagi' }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <CircleAlert aria-hidden size={20} className="shrink-0" />
      <p className="min-w-0 flex-1">{text}</p>
      {onRetry && (
        <Button look="outline" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  );
}
