import { CircleCheck, ListChecks, Package, Printer, Tag, Truck } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { Link } from '@/ui/Link';
import { BulkMoveDialog } from './BulkMoveDialog';
import { ShipManyDialog } from './ShipManyDialog';

/** As many as the server prints at once. */
const MOST = 100;

type Props = { ids: string[]; onChoose: (ids: Set<string | number>) => void };

/** What can be done with the chosen orders at once. */
export function BulkBar({ ids, onChoose }: Props) {
  const [doing, setDoing] = useState<'pack' | 'ship' | 'complete' | null>(null);
  const [moved, setMoved] = useState<string[]>([]);
  const close = () => {
    setDoing(null);
    // What failed stays chosen.
    onChoose(new Set(ids.filter((id) => !moved.includes(id))));
    setMoved([]);
  };
  if (ids.length === 0) return null;
  const tooMany = ids.length > MOST;
  const common = {
    ids,
    onMoved: (id: string) => setMoved((before) => [...before, id]),
    onClose: close,
  };
  return (
    <>
      <section
        aria-label="Pesanan yang dipilih"
        data-sticky-bar
        className="sticky bottom-0 z-20 order-last mt-6 -mx-4 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
      >
        <div className="flex items-center gap-2">
          <p role="status" className="text-sm font-medium">
            {number(ids.length)} pesanan dipilih
          </p>
          <button
            type="button"
            onClick={() => onChoose(new Set())}
            className="min-h-11 px-2 text-sm text-brand underline underline-offset-4"
          >
            Batal pilih
          </button>
        </div>
        <div className="grid grid-cols-3 gap-2 max-sm:*:px-2 max-sm:[&_svg]:hidden sm:flex sm:flex-wrap">
          <Button onClick={() => setDoing('pack')}>
            <Package aria-hidden size={18} />
            Kemas
          </Button>
          <Button onClick={() => setDoing('ship')} disabled={tooMany}>
            <Truck aria-hidden size={18} />
            Kirim
          </Button>
          <Button look="outline" onClick={() => setDoing('complete')}>
            <CircleCheck aria-hidden size={18} />
            Selesaikan
          </Button>
          {!tooMany && (
            <>
              <Link to={adminPaths.printOrders('slip', ids)} className={buttonClass('outline')}>
                <Printer aria-hidden size={18} />
                Slip
              </Link>
              <Link to={adminPaths.printOrders('label', ids)} className={buttonClass('outline')}>
                <Tag aria-hidden size={18} />
                Label
              </Link>
              <Link to={adminPaths.printOrders('pick', ids)} className={buttonClass('outline')}>
                <ListChecks aria-hidden size={18} />
                Daftar ambil
              </Link>
            </>
          )}
        </div>
        {tooMany && (
          <p className="mt-2 text-sm text-muted">
            Mengirim dan mencetak paling banyak {MOST} pesanan sekaligus.
          </p>
        )}
      </section>
      {doing === 'ship' && <ShipManyDialog {...common} />}
      {(doing === 'pack' || doing === 'complete') && <BulkMoveDialog action={doing} {...common} />}
    </>
  );
}
