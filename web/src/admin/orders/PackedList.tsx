import { Check, Plus } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { Card } from '@/admin/ui/Card';
import type { AdminOrder } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { missing, type Counted } from './packing';
import { Place } from './Place';

type Props = {
  order: AdminOrder;
  counted: Counted;
  onCount: (line: AdminOrder['lines'][number]) => void;
  onAgain: () => void;
  onLeave: () => void;
};

/** Goods that belong in the parcel, and the number of pieces scanned so far. */
export function PackedList({ order, counted, onCount, onAgain, onLeave }: Props) {
  return (
    <Card title={`Isi ${order.order_id}`}>
      <p className="text-sm text-muted wrap-anywhere">
        {order.receiver.name} · {order.courier} ·{' '}
        <Link
          to={adminPaths.order(order.order_id)}
          className="text-brand underline underline-offset-4"
        >
          lihat pesanan
        </Link>
      </p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {order.lines.map((line) => {
          const left = missing(line, counted);
          return (
            <li key={line.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
              <div className="w-14 shrink-0 overflow-hidden rounded-lg">
                <Picture picture={line.picture} alt="" sizes={56} ratio={1} />
              </div>
              <div className="min-w-0 flex-1 basis-32">
                <p className="font-medium wrap-anywhere">{line.name}</p>
                {line.variant && <p className="font-semibold text-warn">Varian: {line.variant}</p>}
                <Place codes={line} className="text-muted" />
              </div>
              <div className="ml-auto flex items-center gap-3">
                <p className="text-lg font-semibold whitespace-nowrap tabular-nums">
                  {number(counted[line.id] ?? 0)} / {number(line.quantity)}
                </p>
                {left > 0 ? (
                  <Button look="outline" onClick={() => onCount(line)}>
                    <Plus aria-hidden size={18} />
                    Hitung
                    <span className="sr-only">
                      {' '}
                      satu {line.name} {line.variant}
                    </span>
                  </Button>
                ) : (
                  <Check
                    role="img"
                    aria-hidden={false}
                    aria-label="Lengkap"
                    className="m-2.5 text-success"
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="outline" onClick={onAgain}>
          Hitung ulang
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Tinggalkan dulu
        </Button>
      </div>
    </Card>
  );
}
