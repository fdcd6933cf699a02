import { CalendarClock } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { orderWindowWarning } from '@/admin/components/orderWindow';
import { useHasRole } from '@/admin/roles';
import type { OrderWindow } from '@/api/schema';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';

const tones = {
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

/** Warns that the shop will stop taking orders, or has stopped, because it has no BV period. */
export function OrderWindowNotice({ orderWindow }: { orderWindow: OrderWindow }) {
  const { pathname } = useLocation();
  const finance = useHasRole('finance');
  const warning = orderWindowWarning(orderWindow);
  if (!warning) return null;
  return (
    <div
      role={warning.tone === 'danger' ? 'alert' : 'status'}
      className={`mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl px-4 py-3 text-sm ${tones[warning.tone]}`}
    >
      <CalendarClock aria-hidden size={20} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{warning.text}</p>
      {finance && (
        <div className="flex flex-wrap gap-2">
          {pathname !== adminPaths.recurrence() && (
            <Link to={adminPaths.recurrence()} className={buttonClass('outline')}>
              Buat periode berulang
            </Link>
          )}
          <Link to={adminPaths.newPeriod()} className={buttonClass('outline')}>
            Buat satu periode
          </Link>
        </div>
      )}
    </div>
  );
}
