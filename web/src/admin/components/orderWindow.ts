/** Time until which the shop takes orders, and the warning before it ends. */
import type { OrderWindow } from '@/api/schema';
import { dateTime } from '@/dates';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Message about the last BV period: the closer its end, the more severe. */
export type OrderWindowWarning = { tone: 'info' | 'warn' | 'danger'; text: string };

/** Returns the warning to show: none while the next period opens automatically, or is more than a week away. */
export function orderWindowWarning(
  { open_until, recurs }: OrderWindow,
  now = new Date(),
): OrderWindowWarning | null {
  if (!open_until)
    return {
      tone: 'danger',
      text: 'Tidak ada periode BV yang berjalan: toko tidak dapat menerima pesanan.',
    };
  const left = new Date(open_until).getTime() - now.getTime();
  if (recurs || left > 7 * DAY_MS) return null;
  const [tone, span] =
    left <= HOUR_MS
      ? (['danger', `${Math.max(1, Math.ceil(left / 60_000))} menit`] as const)
      : left <= DAY_MS
        ? (['warn', `${Math.ceil(left / HOUR_MS)} jam`] as const)
        : (['info', `${Math.ceil(left / DAY_MS)} hari`] as const);
  return {
    tone,
    text: `Periode BV terakhir selesai dalam ${span} (${dateTime(open_until)}). Setelah itu toko berhenti menerima pesanan.`,
  };
}
