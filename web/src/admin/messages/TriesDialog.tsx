import { useQuery } from '@tanstack/react-query';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import type { Webhook } from '@/api/schema';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { kindNames } from '@/components/messageKinds';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

/** Messages sent to a webhook, and its responses; fetched again every few seconds. */
export default function TriesDialog({
  webhook,
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}) {
  const tries = adminQuery('/api/admin/webhooks/{id}/tries', { id: webhook.id });
  const { data, error, refetch } = useQuery({ ...tries, refetchInterval: 3000 });
  return (
    <Dialog title="Catatan kiriman" wide onClose={onClose}>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{webhook.url}</p>
      {data ? (
        <ul className="mt-4 max-h-96 divide-y divide-line overflow-y-auto">
          {data.tries.length === 0 && (
            <li className="py-3 text-sm text-muted">
              Belum ada kiriman. Yang baru muncul dalam beberapa detik.
            </li>
          )}
          {data.tries.map(({ kind, message, at, took_ms, status, error: why }) => (
            <li key={`${message} ${at}`} className="flex flex-wrap gap-x-4 gap-y-1 py-2 text-sm">
              <span className="min-w-40 flex-1">
                {kindNames[kind]}
                <span className="block text-xs wrap-anywhere text-muted">{message}</span>
              </span>
              <span className="text-muted">
                {dateTime(at)} · {took_ms} ms
              </span>
              <span>
                <Badge tone={why ? 'bad' : 'good'}>{status ?? 'tanpa jawaban'}</Badge>
              </span>
              {why && <span className="w-full text-xs text-danger">{why}</span>}
            </li>
          ))}
        </ul>
      ) : error ? (
        <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <DialogFoot>
        <Button onClick={onClose}>Tutup</Button>
      </DialogFoot>
    </Dialog>
  );
}
