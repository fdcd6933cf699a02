import { Store } from 'lucide-react';
import { Outlet, useLocation } from 'react-router-dom';
import { useMe } from '@/api/accounts';
import { shop } from '@/shop';
import { tokenAtom, useAtomValue } from '@/state';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { useHydrated } from '@/ui/useHydrated';
import { useTitle } from '@/ui/useTitle';

/** Addresses where goods are shown, chosen and paid for. */
const SELLING = /^\/($|all-product|best-sellers|category|product|voucher|cart|checkout)/i;

/**
 * Page of a shop that is not open yet: only administrators see the selling pages. A notice informs
 * them on every page outside the office.
 */
export default function Closed() {
  const { pathname } = useLocation();
  const token = useAtomValue(tokenAtom);
  const me = useMe();
  // The server draws the page as a guest sees it.
  const known = useHydrated() && token !== null;
  const sells = SELLING.test(pathname);
  // The office has the switch, and the list of missing steps.
  if (/^\/admin(\/|$)/i.test(pathname)) return <Outlet />;
  if (known && me.data && me.data.role !== 'member')
    return (
      <>
        <p role="status" className="bg-info-soft px-4 py-2 text-center text-sm text-info">
          {sells
            ? 'Toko belum dibuka: hanya pengelola yang melihat halaman ini. '
            : 'Toko belum dibuka. '}
          {/^\/checkout/i.test(pathname) &&
            'Pesanan Anda menjadi pesanan percobaan: tidak dihitung, dan dapat dibuang. '}
          <Link to="/admin" className="font-medium underline">
            Buka kantor
          </Link>
        </p>
        <Outlet />
      </>
    );
  if (known && me.isPending) return <Loading page />;
  return sells ? <Soon /> : <Outlet />;
}

function Soon() {
  useTitle('Segera hadir');
  return (
    <div className="page py-10">
      <h1 className="sr-only">Segera hadir</h1>
      <Empty
        icon={Store}
        title="Segera hadir"
        text={`${shop.name} sedang disiapkan. Silakan kembali lagi nanti.`}
      />
    </div>
  );
}
