import { rupiah } from '@/format';

type Price = { harga: number; harga_coret?: number | null; harga_umum?: number | null };

const note = 'order-1 w-full text-xs text-muted';

/**
 * Struck-through price, with the reduction next to it, or a note that members pay less; nothing if
 * there is neither. Screen readers read it before the current price; it is shown below that.
 */
export function StruckPrice({ price: { harga, harga_coret, harga_umum } }: { price: Price }) {
  const struck = harga_coret ?? harga_umum;
  if (!struck) return null;
  const off = Math.floor(((struck - harga) * 100) / struck);
  return struck > harga ? (
    <small className={note}>
      <span className="sr-only">{`Harga ${harga_coret ? 'normal' : 'umum'} `}</span>
      <s>{rupiah(struck)}</s> {off > 0 && <b className="text-brand">{`−${off}%`}</b>}
    </small>
  ) : (
    <small className={note}>Anggota lebih hemat</small>
  );
}
