import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import type { useBulk, Job, Outcome } from './useBulk';

type Props = {
  jobs: Job[];
  bulk: ReturnType<typeof useBulk>;
  onClose: () => void;
};

/** Progress of many jobs at once, and the outcome of each. */
export function BulkRun({ jobs, bulk, onClose }: Props) {
  const { isPending, done, failed, waiting } = bulk;
  const handled = done + failed;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isPending && handled > 0) end.current?.focus();
  }, [isPending, handled]);
  return (
    <div className="mt-3">
      <div
        role="progressbar"
        aria-label="Kemajuan"
        aria-valuemin={0}
        aria-valuemax={jobs.length}
        aria-valuenow={handled}
        className="h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          style={{ width: `${(100 * handled) / jobs.length}%` }}
          className="h-full rounded-full bg-brand transition-[width]"
        />
      </div>
      <div ref={end} tabIndex={-1} className="mt-3 text-sm outline-none" aria-live="polite">
        <p className="font-medium">
          {isPending
            ? `Memproses ${number(handled + 1 > jobs.length ? jobs.length : handled + 1)} dari ${number(jobs.length)}…`
            : `${number(done)} berhasil, ${number(failed)} gagal${waiting ? `, ${number(waiting)} belum dikerjakan` : ''}.`}
        </p>
      </div>
      <ul className="mt-3 max-h-72 divide-y divide-line overflow-y-auto text-sm">
        {jobs.map(({ id }) => (
          <Result key={id} id={id} outcome={bulk.of(id)} />
        ))}
      </ul>
      <DialogFoot>
        {isPending ? (
          <Button look="outline" onClick={bulk.stop}>
            Hentikan
          </Button>
        ) : (
          <>
            {failed > 0 && (
              <Button look="outline" onClick={bulk.retry}>
                Coba lagi yang gagal
              </Button>
            )}
            {waiting > 0 && (
              <Button look="outline" onClick={bulk.start}>
                Lanjutkan
              </Button>
            )}
            <Button onClick={onClose}>Tutup</Button>
          </>
        )}
      </DialogFoot>
    </div>
  );
}

function Result({ id, outcome }: { id: string; outcome: Outcome }) {
  const failed = typeof outcome === 'object';
  const [Icon, tone, text] = failed
    ? [CircleAlert, 'text-danger', outcome.failed]
    : outcome === 'done'
      ? [CircleCheck, 'text-success', 'Berhasil']
      : [CircleDashed, 'text-muted', 'Belum dikerjakan'];
  return (
    <li className="flex gap-3 py-2">
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="min-w-0">
        <span className="font-medium break-all">{id}</span>
        <span className={`block ${tone}`}>{text}</span>
      </span>
    </li>
  );
}
