import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { saveSelection } from '@/api/checkout';
import { sentence } from '@/errors';
import { paymentQuery } from '@/api/orders';
import type { Order } from '@/api/schema';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { tokenAtom, useAtomValue } from '@/state';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useTitle } from '@/ui/useTitle';
import { outcomeOf, outcomeOfQuery, type Outcome } from './outcome';

/** How often an undecided payment is asked about, in milliseconds. */
const POLL = 3000;

const views = {
  success: { icon: CircleCheck, tone: 'text-brand bg-brand-soft', title: 'Pembayaran Berhasil' },
  failed: { icon: CircleX, tone: 'text-danger bg-danger-soft', title: 'Pembayaran Gagal' },
  pending: {
    icon: Hourglass,
    tone: 'text-warn bg-accent-soft',
    title: 'Memproses Pembayaran...',
  },
};

/** How a payment went: the address chooses the first words, the server decides. */
function PaymentCallbackPage() {
  const [params] = useSearchParams();
  const orderId = params.get('order_id') ?? '';
  const loggedIn = useAtomValue(tokenAtom) !== null;
  const { data, error, refetch } = useQuery({
    ...paymentQuery(orderId),
    enabled: orderId !== '' && loggedIn,
    refetchInterval: ({ state }) =>
      state.error || (state.data && outcomeOf(state.data) !== 'pending') ? false : POLL,
  });
  const outcome = data ? outcomeOf(data) : outcomeOfQuery(params);
  const { icon: Icon, tone, title } = views[outcome];
  useTitle(title);

  return (
    <div className="page max-w-lg py-10 sm:py-16">
      <div className="card p-6 text-center sm:p-10">
        <span className={`mx-auto grid size-20 place-items-center rounded-full ${tone}`}>
          <Icon aria-hidden size={38} strokeWidth={1.5} />
        </span>
        <div role="status">
          <h1 className="mt-5 font-display text-2xl font-semibold">{title}</h1>
          <p className="mt-2 text-sm text-muted">{explain(outcome, data)}</p>
        </div>
        {data && (
          <p className="mt-4 text-2xl font-semibold tabular-nums">{rupiah(data.gross_amount)}</p>
        )}
        {error && !data && (
          <div className="mt-4 text-left">
            <Problem
              text={sentence(error, 'Gagal mengambil detail transaksi')}
              onRetry={() => void refetch()}
            />
          </div>
        )}
        <div className="mt-6 grid gap-3">
          {outcome === 'failed' && <RetryButton order={data} />}
          {orderId && loggedIn && (
            <Link
              to={paths.order(orderId)}
              className={buttonClass(outcome === 'failed' ? 'outline' : 'primary')}
            >
              Lihat pesanan
            </Link>
          )}
          <Link to={paths.home()} className={buttonClass('quiet')}>
            Kembali ke Home
          </Link>
        </div>
      </div>
    </div>
  );
}

function explain(outcome: Outcome, order: Order | undefined): string {
  if (outcome === 'failed') return 'Pembayaran tidak selesai. Anda dapat mencoba sekali lagi.';
  if (outcome === 'pending') return 'Kami sedang menunggu kabar dari penyedia pembayaran.';
  if (!order) return 'Terima kasih. Kami sedang memastikan pembayaran Anda.';
  return `Terima kasih. Pesanan Anda segera disiapkan dan mendapat ${number(order.total_bv)} BV.`;
}

/** Goes back to the checkout, with the products of the order that was not paid. */
function RetryButton({ order }: { order: Order | undefined }) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const retry = async () => {
    setBusy(true);
    try {
      if (order) await saveSelection(order.products.map((each) => ({ ...each, id: null })));
      void navigate(paths.checkout());
    } catch (error) {
      toast('error', sentence(error, 'Terjadi kesalahan saat menyelesaikan transaksi.'));
      setBusy(false);
    }
  };
  return (
    <Button look="action" busy={busy && 'Memproses...'} onClick={() => void retry()}>
      Coba Lagi
    </Button>
  );
}

export { PaymentCallbackPage as Component };
