import type { Product } from '@/api/schema';
import { dateTime } from '@/dates';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue } from '@/state';
import { Link } from '@/ui/Link';
import { useHydrated } from '@/ui/useHydrated';

/** Note on a price: its end date, and the members' saving. */
export function PriceNote({ product }: { product: Product }) {
  const { harga, promo_sampai, harga_umum } = product;
  const member = useAtomValue(claimsAtom) !== null;
  const hydrated = useHydrated();
  if (!promo_sampai && !harga_umum) return null;
  const saved = (harga_umum ?? 0) - harga;
  return (
    // The server's HTML is the same for everyone, and reserves the space.
    <div className="mt-1 grid min-h-10 content-start gap-1 text-sm text-muted sm:min-h-5">
      {hydrated && promo_sampai && <p>Harga promo sampai {dateTime(promo_sampai)}.</p>}
      {hydrated && saved > 0 && (
        <p>
          {member ? 'Sebagai anggota Anda hemat ' : 'Harga anggota: hemat '}
          <strong className="font-semibold text-ink">{rupiah(saved)}</strong> dari harga umum{' '}
          {rupiah(harga + saved)}.
        </p>
      )}
      {hydrated && !member && harga_umum === harga && (
        <p>
          Ini harga umum; anggota membayar lebih sedikit.{' '}
          <Link to={paths.register()} className="font-semibold text-brand hover:underline">
            Daftar jadi anggota
          </Link>
        </p>
      )}
    </div>
  );
}
