import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { meQuery } from '@/api/accounts';
import {
  activePeriodsQuery,
  checkVoucher,
  createTransaction,
  forgetSelection,
} from '@/api/checkout';
import { refresh } from '@/api/calls';
import { queryClient } from '@/api/client';
import { ApiError, sentence } from '@/errors';
import type { SelectedProduct } from '@/api/schema';
import { isConflict } from '@/api/save';
import { loadCore, type Quote } from '@/core';
import { rupiah } from '@/format';
import { shortOf } from '@/components/minimum';
import { paths } from '@/paths';
import { store, useAtomValue, useSetAtom } from '@/state';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';
import { draftAtom, paymentAtom, quoteAtom, serviceAtom, settled } from './atoms';
import {
  check,
  NO_PERIOD,
  periodOf,
  planOf,
  receiverOf,
  transactionOf,
  type Errors,
} from './placing';

/**
 * Maximum time that a buyer waits for the payment page before the order is shown instead, in
 * milliseconds.
 */
const LONGEST = 20_000;

/** Places the order once, however often the button is pressed, and leads to its payment. */
export function usePlacing(
  token: string,
  products: SelectedProduct[],
  refuse: (errors: Errors) => void,
) {
  const setDraft = useSetAtom(draftAtom);
  const seen = useAtomValue(quoteAtom)?.total;
  const [failure, setFailure] = useState<string | null>(null);
  const isHere = useRef(true);
  /** Ends the wait for the payment page when this page is left; null before the order is placed. */
  const leaving = useRef<AbortController>(null);
  const navigate = useNavigate();

  const forget = useCallback(() => {
    forgetSelection();
    setDraft(null);
  }, [setDraft]);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (!leaving.current) return;
      leaving.current.abort();
      forget();
    };
  }, [forget]);

  /**
   * Goes to the payment page. This page stays unchanged until the payment page is shown, or
   * `LONGEST` has passed. A buyer who comes back, with or without having paid, finds the order.
   */
  const leave = (orderId: string, url: string) =>
    new Promise<void>((resolve) => {
      const { signal } = (leaving.current = new AbortController());
      const showOrder = () => void navigate(paths.order(orderId), { replace: true });
      window.history.replaceState(window.history.state, '', paths.order(orderId));
      const hide = () => {
        // A browser that caches this page shows it as it was left.
        window.addEventListener('pageshow', showOrder, { once: true });
        forget();
      };
      window.addEventListener('pagehide', hide, { signal });
      window.location.assign(url);
      setTimeout(() => {
        if (!signal.aborted) showOrder();
        resolve();
      }, LONGEST);
    });

  const attempt = async (): Promise<void> => {
    setFailure(null);
    // The button may be pressed before the required answers have arrived.
    const [core, me, { data: periods }] = await Promise.all([
      loadCore(),
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(activePeriodsQuery),
    ]);
    await settled();
    if (!isHere.current) return;
    const [quote, service] = [store.get(quoteAtom), store.get(serviceAtom)];
    const [draft, payment] = [store.get(draftAtom), store.get(paymentAtom)];
    const periodId = periodOf(draft, periods)?.id;
    if (periodId === undefined) return setFailure(NO_PERIOD);
    const receiver = receiverOf(draft, me);
    const errors = await check(receiver, draft, service);
    if (Object.keys(errors).length > 0) return refuse(errors);
    if (products.some(({ quantity, stock }) => quantity > stock))
      return setFailure('Stok tidak mencukupi!');
    const short = shortOf(core, products);
    if (short) return setFailure(short);
    if (!quote || !service) return setFailure('Total pesanan belum dapat dihitung. Coba lagi.');
    // No one pays a total that they have not seen.
    if (quote.total !== seen) return setFailure(pressAgain(quote.total));

    const order = await createTransaction(
      transactionOf({
        me,
        receiver,
        draft,
        payment,
        products,
        quote,
        service,
        periodId,
        planId: planOf(draft, me),
        token,
      }),
    );
    refreshCartAndOrders();
    if (order.redirect_url) return leave(order.order_id, order.redirect_url);
    forget();
    if (order.payment_method === 'cod') return void navigate(paths.orders(), { state: order });
    toast('success', 'Pesanan dibuat', `No. pesanan ${order.order_id}`);
    void navigate(paths.order(order.order_id));
  };

  /** Fetches again all data on which the total depends. */
  const renew = async () => {
    await refresh(
      '/api/checkout-temp',
      '/api/shipping-methods',
      '/api/calculate-shipping',
      '/api/active-bv-periods',
    );
    const { voucher: chosen } = store.get(draftAtom);
    if (!chosen) return;
    // A voucher that could not be checked stays: the server checks it with the order.
    const voucher = await checkVoucher(chosen.code).catch((error: unknown) =>
      error instanceof ApiError && error.status === 404 ? null : chosen,
    );
    setDraft({ voucher: voucher?.valid ? voucher : null });
  };

  /**
   * Leads to the order that was already placed from this checkout, unnoticed and with other
   * contents.
   */
  const showPlaced = (error: ApiError) => {
    const { order_id } = error.answer as { order_id: string };
    forget();
    toast('error', `Pesanan ${order_id} sudah dibuat`, error.message);
    void navigate(paths.order(order_id), { replace: true });
  };

  const { mutate: place, isPending } = useMutation(attempt, async (error) => {
    // Without an answer the order may still have been placed.
    refreshCartAndOrders();
    if (isConflict(error) && error.code === 'already_ordered') return showPlaced(error);
    if (isConflict(error)) await renew();
    setFailure(explain(error, store.get(paymentAtom)));
  });

  return { place, isPending, failure };
}

/** Refreshes the cart and the orders, which may have changed. */
function refreshCartAndOrders() {
  void refresh('/api/cart', '/api/transactions/user');
}

const pressAgain = (total: number) =>
  `Total sekarang ${rupiah(total)}. Periksa ringkasan, lalu tekan Bayar Sekarang sekali lagi.`;

function explain(error: unknown, payment: 'online' | 'cod'): string {
  if (error instanceof ApiError && error.code === 'amount_mismatch') {
    const { quote } = error.answer as { quote?: Quote };
    if (quote) return `Harga atau ongkos kirim baru saja berubah. ${pressAgain(quote.total)}`;
  }
  if (error instanceof ApiError && error.code === 'payment_unavailable')
    return 'Layanan pembayaran sedang tidak dapat dihubungi. Pesanan Anda tersimpan; tekan Bayar Sekarang sekali lagi.';
  return sentence(
    error,
    payment === 'cod' ? 'Gagal memproses pesanan COD.' : 'Failed to create transaction',
  );
}
