import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, FileQuestion, Hourglass, Undo2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { saveSelection } from '@/api/checkout';
import { queryClient } from '@/api/client';
import { ApiError, sentence } from '@/errors';
import { paymentQuery } from '@/api/orders';
import type { Order } from '@/api/schema';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { PayButton } from '@/components/PayButton';
import { tokenAtom, useAtomValue } from '@/state';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { useAddressParams } from '@/ui/useAddressParams';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { useTitle } from '@/ui/useTitle';
import { outcomeOf, outcomeOfQuery } from './outcome';

/** Interval between checks of an undecided payment, in milliseconds. */
const POLL = 3000;

const views = {
  success: {
    icon: CircleCheck,
    tone: 'text-success bg-success-soft',
    title: 'Pembayaran Berhasil',
  },
  failed: { icon: CircleX, tone: 'text-danger bg-danger-soft', title: 'Pembayaran Gagal' },
  refused: { icon: CircleX, tone: 'text-danger bg-danger-soft', title: 'Pembayaran Ditolak' },
  review: { icon: Hourglass, tone: 'text-warn bg-accent-soft', title: 'Pembayaran Diperiksa' },
  refunded: { icon: Undo2, tone: 'text-info bg-info-soft', title: 'Pembayaran Dikembalikan' },
  pending: {
    icon: Hourglass,
    tone: 'text-warn bg-accent-soft',
    title: 'Memproses Pembayaran...',
  },
  unknown: { icon: FileQuestion, tone: 'text-muted bg-sunken', title: 'Tidak ada data ditemukan' },
};

/** Whether an error is final, so that a retry would return it again. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Result of a payment: the address determines the first display, the server the final one. */
function PaymentCallbackPage() {
  const params = useAddressParams();
  const named = params.get('order_id') ?? '';
  const loggedIn = useAtomValue(tokenAtom) !== null;
  const isAsked = named !== '' && loggedIn;
  const { data, error, isLoading, errorUpdatedAt, dataUpdatedAt, refetch } = useQuery({
    ...paymentQuery(named),
    enabled: isAsked,
    refetchInterval: ({ state }) => {
      if (isFinal(state.error)) return false;
      const waits = !state.data || ['pending', 'review'].includes(outcomeOf(state.data));
      return waits && POLL;
    },
  });
  const order = data?.order;
  // The address may name the order by a number of its payment.
  const orderId = order?.order_id ?? named;
  const missing = error instanceof ApiError && error.status === 404;
  const outcome = missing ? 'unknown' : data ? outcomeOf(data) : outcomeOfQuery(params);
  const failing = !missing && errorUpdatedAt > dataUpdatedAt;
  const { icon: Icon, tone, title } = views[outcome];
  useTitle(title);

  return (
    <div className="page max-w-lg py-10 sm:py-16">
      <div className="card p-6 text-center sm:p-10">
        <span className={`mx-auto grid size-20 place-items-center rounded-full ${tone}`}>
          <Icon aria-hidden size={38} strokeWidth={1.5} />
        </span>
        <div role="status">
          <h1 className="mt-5 font-display text-xl font-semibold sm:text-2xl">{title}</h1>
          <p className="mt-2 min-h-15 text-sm text-muted">{explain(outcome, order, loggedIn)}</p>
        </div>
        {/* Keeps its height without an amount, so that the buttons below do not move. */}
        {isAsked && (
          <p className="mt-4 grid h-8 place-items-center text-2xl font-semibold tabular-nums">
            {order && rupiah(order.gross_amount)}
            {isLoading && <Skeleton className="h-7 w-36" />}
            {missing && <span className="max-w-full truncate text-base">{orderId}</span>}
          </p>
        )}
        {failing && (
          <div className="mt-4 text-left">
            <Problem
              text={
                isFinal(error)
                  ? sentence(error, 'Gagal mengambil detail transaksi')
                  : 'Gagal mengambil detail transaksi. Kami terus mencoba.'
              }
              onRetry={() => void refetch()}
            />
          </div>
        )}
        <div className="mt-6 grid gap-3">
          {outcome === 'failed' && <RetryButton named={isAsked ? named : null} />}
          {outcome === 'refused' && <PayButton orderId={orderId} />}
          <Ways orderId={orderId} outcome={outcome} loggedIn={loggedIn} />
          <Link to={paths.home()} className={buttonClass('quiet')}>
            Kembali ke Home
          </Link>
        </div>
      </div>
    </div>
  );
}

type WaysProps = { orderId: string; outcome: keyof typeof views; loggedIn: boolean };

/** Links to the order, to all orders if it is unknown, or to the login. */
function Ways({ orderId, outcome, loggedIn }: WaysProps) {
  if (!orderId) return null;
  if (!loggedIn)
    return (
      <Link to={paths.login()} className={buttonClass('outline')}>
        Login
      </Link>
    );
  if (outcome === 'unknown')
    return (
      <Link to={paths.orders()} className={buttonClass()}>
        Pesanan saya
      </Link>
    );
  const ways = outcome === 'failed' || outcome === 'refused' ? 'outline' : 'primary';
  return (
    <Link to={paths.order(orderId)} className={buttonClass(ways)}>
      Lihat pesanan
    </Link>
  );
}

function explain(outcome: keyof typeof views, order: Order | undefined, loggedIn: boolean): string {
  if (outcome === 'unknown') return 'Pesanan ini tidak ada di akun Anda. Periksa nomor pesanannya.';
  if (outcome === 'failed') return 'Pembayaran tidak selesai. Anda dapat mencoba sekali lagi.';
  if (outcome === 'refused')
    return 'Bank atau penyedia pembayaran menolaknya. Pesanan Anda tetap tersimpan: bayar lagi, bila perlu dengan cara lain.';
  if (outcome === 'review')
    return 'Pembayaran Anda sudah masuk dan sedang diperiksa toko. Jangan bayar lagi: pesanan dilanjutkan, atau dana Anda dikembalikan.';
  if (outcome === 'refunded') return 'Dana pesanan ini sudah dikembalikan kepada Anda.';
  if (!loggedIn) return 'Login untuk memastikan pembayaran dan melihat pesanan Anda.';
  if (outcome === 'pending') return 'Kami sedang menunggu kabar dari penyedia pembayaran.';
  if (!order) return 'Terima kasih. Kami sedang memastikan pembayaran Anda.';
  return `Terima kasih. Pesanan Anda segera disiapkan dan mendapat ${number(order.total_bv)} BV.`;
}

/** Leads back to the checkout, with the products of the unpaid order. */
function RetryButton({ named }: { named: string | null }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation(
    async () => {
      if (named !== null) {
        // The address may report a failure before the server does.
        const found = await queryClient.ensureQueryData(paymentQuery(named));
        if (outcomeOf(found) !== 'failed') return;
        await saveSelection(
          found.order.products.map(({ product_id, quantity, variant }) => ({
            id: null,
            product_id,
            quantity,
            variant,
          })),
        );
      }
      void navigate(paths.checkout());
      await untilLeft();
    },
    (error) => toast('error', sentence(error, 'Terjadi kesalahan saat menyelesaikan transaksi.')),
  );
  return (
    <Button look="action" busy={isPending && 'Memproses...'} onClick={() => mutate()}>
      Coba Lagi
    </Button>
  );
}

export { PaymentCallbackPage as Component };
