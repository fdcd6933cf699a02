import { date, jakarta } from '@/dates';

type Props = { product: { publish_at?: string | null; withdraw_at?: string | null } };

/** Formats an instant in Jakarta time: `1 Desember 2026 pukul 08.00`. */
const dateAtTime = (instant: string) =>
  `${date(instant)} pukul ${jakarta(instant).toISOString().slice(11, 16).replace(':', '.')}`;

/** Times at which a product automatically enters and leaves the shop; nothing for a time that is not set. */
export function Moments({ product: { publish_at, withdraw_at } }: Props) {
  return (
    <>
      {publish_at && <span>Terbit {dateAtTime(publish_at)}</span>}
      {withdraw_at && <span>Turun {dateAtTime(withdraw_at)}</span>}
    </>
  );
}
