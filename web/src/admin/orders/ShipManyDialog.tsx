import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { refresh, request } from '@/api/calls';
import { sentence } from '@/errors';
import { number } from '@/format';
import { storedText, useAtom } from '@/state';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { BulkRun } from './BulkRun';
import { papersQuery } from './queries';
import { proposedParcels, type Parcels } from './resi';
import { ShipManyForm } from './ShipManyForm';
import { useBulk, type Job } from './useBulk';

type Props = { ids: string[]; onMoved: (id: string) => void; onClose: () => void };

/** Ships many orders: a tracking number for each. */
export function ShipManyDialog({ ids, onMoved, onClose }: Props) {
  const [chosen] = useState(ids);
  const { data, error, refetch } = useQuery(papersQuery(chosen));
  const [jobs, setJobs] = useState<Job[] | null>(null);
  // Typed numbers stay in the tab until they are sent, even if the dialog closes.
  const [kept] = useState(() => storedText('admin:resi', sessionStorage));
  const [text, setText] = useAtom(kept);
  const typed = useMemo(() => (text ? (JSON.parse(text) as Parcels) : {}), [text]);
  const keep = (parcels: Parcels) => setText(JSON.stringify(parcels));
  if (jobs)
    return (
      <Sending
        jobs={jobs}
        onClose={onClose}
        onMoved={(id) => {
          const { [id]: _sent, ...rest } = readKept();
          keep(rest);
          onMoved(id);
        }}
      />
    );
  return (
    <Dialog title="Kirim pesanan" wide onClose={onClose}>
      {data ? (
        <ShipManyForm
          orders={data.orders}
          typed={{ ...proposedParcels(data.orders), ...typed }}
          onType={keep}
          onClose={onClose}
          onSend={(sent) =>
            setJobs(sent.map(({ id, ...body }) => ({ id, run: () => ship(id, body) })))
          }
        />
      ) : error ? (
        <div className="mt-4">
          <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function ship(id: string, body: { resi: string; courier: string }) {
  return request('POST /api/admin/orders/{order_id}/ship', { params: { order_id: id }, body });
}

function readKept(): Parcels {
  const text = sessionStorage.getItem('admin:resi');
  return text ? (JSON.parse(text) as Parcels) : {};
}

function Sending({ jobs, onMoved, onClose }: { jobs: Job[] } & Omit<Props, 'ids'>) {
  const bulk = useBulk(jobs, onMoved, () => void refresh('/api/'));
  const begun = bulk.isPending || bulk.waiting < jobs.length;
  return (
    <Dialog title="Kirim pesanan" {...(bulk.isPending ? {} : { onClose })}>
      {begun ? (
        <BulkRun jobs={jobs} bulk={bulk} onClose={onClose} />
      ) : (
        <>
          <p className="mt-3 text-sm">
            {number(jobs.length)} pesanan akan ditandai dikirim, dan pembelinya melihat resinya.
          </p>
          <DialogFoot>
            <Button look="outline" onClick={onClose}>
              Batal
            </Button>
            <Button onClick={bulk.start}>Ya, kirim</Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}
