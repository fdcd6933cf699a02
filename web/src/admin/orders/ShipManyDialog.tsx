import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { refresh, request } from '@/api/calls';
import { sentence } from '@/errors';
import type { PrintedOrder } from '@/api/schema';
import { number } from '@/format';
import { storedText, useAtom } from '@/state';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { BulkRun } from './BulkRun';
import { papersQuery } from './queries';
import { fillDown, pastedColumn, plainResi, repeated, resiError, type Parcels } from './resi';
import { ShipManyRow } from './ShipManyRow';
import { useBulk, type Job } from './useBulk';

type Props = { ids: string[]; onMoved: (id: string) => void; onClose: () => void };

/** What was typed stays in the tab until it was sent, whatever becomes of the dialog. */
const kept = storedText('admin:resi', sessionStorage);

/** Ships many orders: a tracking number for each. */
export function ShipManyDialog({ ids, onMoved, onClose }: Props) {
  const [chosen] = useState(ids);
  const { data, error, refetch } = useQuery(papersQuery(chosen));
  const [jobs, setJobs] = useState<Job[] | null>(null);
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
        <Form
          orders={data.orders}
          typed={typed}
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

type FormProps = {
  orders: PrintedOrder[];
  typed: Parcels;
  onType: (typed: Parcels) => void;
  onSend: (parcels: { id: string; resi: string; courier: string }[]) => void;
  onClose: () => void;
};

function Form({ orders, typed, onType, onSend, onClose }: FormProps) {
  const [tried, setTried] = useState(false);
  const ids = orders.map(({ order_id }) => order_id);
  const twice = repeated(ids, typed);
  const courierOf = (id: string) =>
    typed[id]?.courier || (orders.find(({ order_id }) => order_id === id)?.courier ?? '');
  const resiOf = (id: string) => plainResi(typed[id]?.resi ?? '');
  const filled = ids.filter(resiOf);
  const errorOf = (id: string) => {
    const resi = resiOf(id);
    if (!resi) return undefined;
    return twice.has(resi.toUpperCase()) ? 'Resi ini dipakai dua pesanan.' : resiError(resi);
  };
  const send = () => {
    setTried(true);
    if (filled.length === 0 || ids.some(errorOf)) return;
    onSend(filled.map((id) => ({ id, resi: resiOf(id), courier: courierOf(id) })));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="mt-2 text-sm text-muted">
        Isi atau pindai resi tiap pesanan. Kolom resi yang disalin dari tabel dapat ditempel
        sekaligus mulai dari baris mana pun.
      </p>
      <ul className="-mx-1 mt-4 max-h-[55dvh] divide-y divide-line overflow-y-auto px-1">
        {orders.map((order) => (
          <ShipManyRow
            key={order.order_id}
            order={order}
            parcel={{ resi: typed[order.order_id]?.resi ?? '', courier: courierOf(order.order_id) }}
            error={errorOf(order.order_id)}
            onType={(parcel) => onType({ ...typed, [order.order_id]: parcel })}
            onPaste={(text) => {
              const column = pastedColumn(text);
              if (column) onType(fillDown(ids, order.order_id, column, typed, courierOf));
              return column !== null;
            }}
          />
        ))}
      </ul>
      <p role="status" className="mt-4 text-sm">
        {number(filled.length)} dari {number(ids.length)} terisi
        {filled.length < ids.length ? '; yang kosong tidak dikirim.' : '.'}
      </p>
      {tried && filled.length === 0 && (
        <div className="mt-3">
          <Problem text="Isi paling sedikit satu resi." />
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Batal
        </Button>
        <Button type="submit">Kirim</Button>
      </div>
    </form>
  );
}

function Sending({ jobs, onMoved, onClose }: { jobs: Job[] } & Omit<Props, 'ids'>) {
  const bulk = useBulk(jobs, onMoved, () => void refresh('/api/'));
  const begun = bulk.busy || bulk.waiting < jobs.length;
  return (
    <Dialog title="Kirim pesanan" {...(bulk.busy ? {} : { onClose })}>
      {begun ? (
        <BulkRun jobs={jobs} bulk={bulk} onClose={onClose} />
      ) : (
        <>
          <p className="mt-3 text-sm">
            {number(jobs.length)} pesanan akan ditandai dikirim, dan pembelinya melihat resinya.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={onClose}>
              Batal
            </Button>
            <Button onClick={bulk.start}>Ya, kirim</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
