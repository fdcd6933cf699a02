import { useMemo, useState } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { refresh, request } from '@/api/calls';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { BulkRun } from './BulkRun';
import { useBulk } from './useBulk';

type Props = {
  action: 'pack' | 'complete';
  ids: string[];
  /** Called for each order that was moved. */
  onMoved: (id: string) => void;
  onClose: () => void;
};

const words = {
  pack: {
    title: 'Kemas pesanan',
    text: 'Pesanan yang dipilih ditandai sudah dikemas, satu per satu.',
    start: 'Kemas',
  },
  complete: {
    title: 'Selesaikan pesanan',
    text: 'Pesanan yang dipilih ditandai sudah diterima pembeli. Uang pesanan COD dicatat tersendiri setelah sampai di toko.',
    start: 'Selesaikan',
  },
};

/** Applies the same action to many orders. */
export function BulkMoveDialog({ action, ids, onMoved, onClose }: Props) {
  const { title, text, start } = words[action];
  // The ids when the dialog opened: moved orders leave the selection, but stay in this list.
  const [chosen] = useState(ids);
  const jobs = useMemo(
    () =>
      chosen.map((id) => {
        const params = { order_id: id };
        return {
          id,
          run: () => request(`POST /api/admin/orders/{order_id}/${action}`, { params }),
        };
      }),
    [chosen, action],
  );
  const bulk = useBulk(jobs, onMoved, () => void refresh('/api/'));
  const begun = bulk.isPending || bulk.waiting < jobs.length;
  return (
    <Dialog title={title} {...(bulk.isPending ? {} : { onClose })}>
      {begun ? (
        <BulkRun jobs={jobs} bulk={bulk} onClose={onClose} />
      ) : (
        <>
          <p className="mt-2 text-sm text-muted">{text}</p>
          <p className="mt-3 text-sm font-medium">{number(jobs.length)} pesanan dipilih.</p>
          <DialogFoot>
            <Button look="outline" onClick={onClose}>
              Batal
            </Button>
            <Button onClick={bulk.start}>{start}</Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}
