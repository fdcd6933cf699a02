import { Button } from '@/ui/Button';
import { Problem } from '@/ui/Problem';

/** State of the next page of a list: whether it exists, loads or has failed, and how to load it. */
export type More = { there: boolean; busy: boolean; failed: boolean; load: () => void };

/** Button below a list with further entries. */
export function LoadMore({ more, className = '' }: { more: More; className?: string }) {
  if (!more.there) return null;
  if (more.failed && !more.busy)
    return (
      <div className={className}>
        <Problem text="Data berikutnya gagal dimuat." onRetry={more.load} />
      </div>
    );
  return (
    <div className={`grid justify-center ${className}`}>
      <Button look="outline" busy={more.busy && 'Memuat data...'} onClick={more.load}>
        Muat lebih banyak
      </Button>
    </div>
  );
}
