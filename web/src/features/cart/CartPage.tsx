import { LogIn, ShoppingBag } from 'lucide-react';
import { cartAtom } from '@/api/cart';
import { sentence } from '@/errors';
import type { CartLine } from '@/api/schema';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue, useSetAtom } from '@/state';
import { buttonClass } from '@/ui/buttonClass';
import { Checkbox } from '@/ui/Checkbox';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { useTitle } from '@/ui/useTitle';
import { tickAtom, tickedLinesAtom } from './atoms';
import { CartRow } from './CartRow';
import { CartTotals } from './CartTotals';

/** The cart. */
function CartPage() {
  useTitle('Keranjang');
  return (
    <div className="page py-6 sm:py-10">
      <h1 className="font-display text-3xl font-semibold">Keranjang</h1>
      <CartBody />
    </div>
  );
}

function CartBody() {
  const loggedIn = useAtomValue(claimsAtom) !== null;
  const { data, error, refetch } = useAtomValue(cartAtom);
  if (!loggedIn)
    return (
      <Empty
        icon={LogIn}
        title="Masuk untuk melihat keranjang Anda"
        text="Keranjang tersimpan di akun, jadi bisa dilanjutkan dari perangkat mana saja."
      >
        <Link to={paths.login()} className={buttonClass()}>
          Login
        </Link>
        <Link to={paths.allProducts()} className={buttonClass('outline')}>
          Lihat produk
        </Link>
      </Empty>
    );
  if (error && !data)
    return (
      <div className="mt-6">
        <Problem text={sentence(error, 'Gagal memuat keranjang.')} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <CartSkeleton />;
  if (data.length === 0)
    return (
      <Empty
        icon={ShoppingBag}
        title="Keranjang Anda masih kosong"
        text="Temukan produk yang Anda perlukan dan kumpulkan BV dari setiap pembelian."
      >
        <Link to={paths.allProducts()} className={buttonClass()}>
          Mulai belanja
        </Link>
      </Empty>
    );
  return <Filled lines={data} />;
}

function Filled({ lines }: { lines: CartLine[] }) {
  const ticked = useAtomValue(tickedLinesAtom);
  const tick = useSetAtom(tickAtom);
  const all = ticked.length === lines.length;
  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <section aria-label="Isi keranjang" className="card px-4 sm:px-6">
        <label className="flex min-h-14 items-center gap-3 text-sm font-medium">
          <Checkbox
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = !all && ticked.length > 0;
            }}
            onChange={(event) => tick(lines, event.target.checked)}
          />
          Pilih semua ({lines.length})
        </label>
        <ul className="divide-y divide-line border-t border-line">
          {lines.map((line) => (
            <CartRow key={line.id} line={line} ticked={ticked.includes(line)} />
          ))}
        </ul>
      </section>
      <CartTotals lines={ticked} />
    </div>
  );
}

function CartSkeleton() {
  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]" aria-busy>
      <div className="grid gap-4 card p-6">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-24 rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-52 rounded-2xl" />
    </div>
  );
}

export { CartPage as Component };
