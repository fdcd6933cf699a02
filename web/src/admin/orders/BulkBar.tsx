import { CircleCheck, ListChecks, Package, Printer, Tag, Truck } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { ChoiceBar } from '@/admin/ui/ChoiceBar';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { BulkMoveDialog } from './BulkMoveDialog';
import { ShipManyDialog } from './ShipManyDialog';

/** Maximum number of orders that the server prints at once. */
const MOST = 100;

type Props = { ids: string[]; onChoose: (ids: Set<string | number>) => void };

/** Actions on several chosen orders at once. */
export function BulkBar({ ids, onChoose }: Props) {
  const [doing, setDoing] = useState<'pack' | 'ship' | 'complete' | null>(null);
  const [moved, setMoved] = useState<string[]>([]);
  const close = () => {
    setDoing(null);
    // Orders that failed stay chosen.
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
      <ChoiceBar count={ids.length} what="pesanan" onClear={() => onChoose(new Set())}>
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
      </ChoiceBar>
      {doing === 'ship' && <ShipManyDialog {...common} />}
      {(doing === 'pack' || doing === 'complete') && <BulkMoveDialog action={doing} {...common} />}
    </>
  );
}
