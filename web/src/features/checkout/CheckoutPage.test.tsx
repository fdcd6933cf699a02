import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkoutTokenAtom } from '@/api/checkout';
import { queryClient } from '@/api/client';
import type { CreateTransaction } from '@/api/schema';
import { paths } from '@/paths';
import { Provider, store, toastsAtom, tokenAtom } from '@/state';
import { draftAtom } from './atoms';
import { Component as CheckoutPage } from './CheckoutPage';
import { answers } from './testAnswers';

let sent: CreateTransaction | undefined;

/** Sets the answer at an address; other addresses answer as before. */
function answer(address: string, status: number, body: object) {
  const fetched = vi.mocked(globalThis.fetch);
  const answered = fetched.getMockImplementation();
  fetched.mockImplementation((input, init) => {
    const before = answered?.(input, init) ?? Promise.resolve(new Response());
    if (!String(input).startsWith(address)) return before;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

beforeEach(() => {
  sent = undefined;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const path = String(input).split('?')[0] ?? '';
    if (path === '/api/create-transaction')
      sent = JSON.parse(String(init?.body)) as CreateTransaction;
    return Promise.resolve(new Response(JSON.stringify(answers[path])));
  });
  const claims = { sub: '3', email: 'siti@ksmart.test', exp: 4_000_000_000 };
  store.set(tokenAtom, `x.${btoa(JSON.stringify(claims))}.y`);
  store.set(checkoutTokenAtom, 'tok');
  store.set(draftAtom, {
    destination: {
      id: 17_565,
      label: 'TEBET TIMUR',
      subdistrict_name: 'TEBET TIMUR',
      district_name: 'TEBET',
      city_name: 'JAKARTA SELATAN',
      province_name: '',
      zip_code: '12820',
    },
    planId: 1,
    periodId: 1,
  });
});

afterEach(() => {
  queryClient.clear();
  store.set(draftAtom, null);
  store.set(toastsAtom, []);
  store.set(tokenAtom, null);
  store.set(checkoutTokenAtom, null);
  window.history.replaceState(null, '', '/');
});

function open() {
  return render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Routes>
            <Route path="/" element={<CheckoutPage />} />
            <Route path={paths.order('KS-1')} element="Pesanan KS-1" />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

/** Delays the answers at an address; returns a function that releases them. */
function holdBack(address: string) {
  const fetched = vi.mocked(globalThis.fetch);
  const answered = fetched.getMockImplementation();
  const late: (() => void)[] = [];
  fetched.mockImplementation(async (input, init) => {
    if (String(input).startsWith(address)) await new Promise<void>((go) => late.push(go));
    return answered?.(input, init) ?? new Response();
  });
  return () => late.forEach((go) => go());
}

async function pay() {
  open();
  const user = userEvent.setup();
  expect(await screen.findByText('Reguler')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Rp 350.000').length).toBeGreaterThan(0));
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  await waitFor(() => expect(sent).toBeDefined());
}

it('sends the shown period, not an ended one', async () => {
  await pay();
  expect(screen.getByLabelText<HTMLSelectElement>('Periode BV').value).toBe('2');
  expect(sent?.bv_period_id).toBe(2);
});

it('preselects the plan of the member', async () => {
  store.set(draftAtom, { planId: null });
  const user = userEvent.setup();
  open();
  const plan = await screen.findByLabelText<HTMLSelectElement>('Plan BV');
  await waitFor(() => expect(plan.value).toBe('2'));
  await user.selectOptions(plan, 'Plan A');
  await waitFor(() => expect(screen.getAllByText('Rp 350.000').length).toBeGreaterThan(0));
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  await waitFor(() => expect(sent?.id_plan).toBe(1));
});

it('hides the plan if all plans pay the same', async () => {
  store.set(draftAtom, { planId: null });
  answer('/api/plan-choice', 200, { matters: false });
  await pay();
  expect(screen.getByLabelText('Periode BV')).toBeTruthy();
  expect(screen.queryByLabelText('Plan BV')).toBeNull();
  expect(sent?.id_plan).toBe(2);
});

it('sends an early order once the data is loaded', async () => {
  const letGo = holdBack('/api/me');
  open();
  const user = userEvent.setup();
  await waitFor(() => expect(screen.getAllByText('Rp 350.000').length).toBeGreaterThan(0));
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  expect(sent).toBeUndefined();
  letGo();
  await waitFor(() => expect(sent).toMatchObject({ userId: 3, gross_amount: 350_000 }));
});

it('places no order for a total not yet shown', async () => {
  const letGo = holdBack('/api/calculate-shipping');
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Bayar Sekarang' }));
  letGo();
  expect(await screen.findByText(/^Total sekarang Rp 350\.000\./)).toBeTruthy();
  expect(sent).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  await waitFor(() => expect(sent).toBeDefined());
});

/** Makes the simulated server offer these shipping services. */
function withServices(shipping_options: object[], couriers_reached = true) {
  const cod = { offered: true, most_rp: null };
  answer('/api/calculate-shipping', 200, { shipping_options, cod, couriers_reached });
}

const ownWay = (service_name: string) => ({
  shipping_name: 'TOKO',
  service_name,
  shipping_cost: 0,
  etd: '',
});

/**
 * Sets the answers for the time when no courier can be reached, with these own ways of the shop.
 */
function withoutCouriers(...own: string[]) {
  const data = [{ id: 'TOKO', name: 'Dari toko', description: '' }];
  answer('/api/shipping-methods', 200, { data, couriers_reached: false });
  withServices(own.map(ownWay), false);
}

it('preselects no shipping by the shop itself', async () => {
  withoutCouriers('Ambil di toko', 'Kurir kota');
  open();
  const user = userEvent.setup();
  const own = await screen.findByRole<HTMLInputElement>('radio', { name: /^Dari toko/ });
  expect(own.checked).toBe(false);
  expect(screen.getByText(/^Kurir sedang tidak dapat dihubungi/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  expect(sent).toBeUndefined();
  await user.click(own);
  const way = screen.getByRole<HTMLInputElement>('radio', { name: /^Ambil di toko/ });
  expect(way.checked).toBe(false);
  await user.click(way);
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  await waitFor(() => expect(sent?.shipping_method).toBe('TOKO - Ambil di toko'));
});

it('opens the existing order of a checkout', async () => {
  const message = 'Checkout ini sudah menjadi pesanan KS-1 dengan isi yang lain.';
  answer('/api/create-transaction', 409, { code: 'already_ordered', message, order_id: 'KS-1' });
  await pay();
  expect(await screen.findByText('Pesanan KS-1')).toBeTruthy();
  expect(store.get(toastsAtom)).toMatchObject([{ text: message }]);
  expect(store.get(checkoutTokenAtom)).toBeNull();
});

it('keeps a voucher that cannot be checked again', async () => {
  const voucher = { valid: true, code: 'HEMAT', discount: 0, message: '' };
  store.set(draftAtom, { voucher });
  answer('/api/create-transaction', 409, { code: 'amount_mismatch', message: 'Berubah' });
  answer('/api/vouchers/HEMAT', 503, { code: 'busy', message: 'Server sedang sibuk.' });
  await pay();
  expect(await screen.findByText('Berubah')).toBeTruthy();
  expect(store.get(draftAtom).voucher).toEqual(voucher);
});

it('offers COD only for services that collect it', async () => {
  const jne = { shipping_name: 'JNE', shipping_cost: 14_000, etd: '' };
  withServices([
    { ...jne, service_name: 'REG', no_cod: true },
    { ...jne, service_name: 'YES' },
  ]);
  store.set(draftAtom, { payment: 'cod' });
  open();
  const user = userEvent.setup();
  expect(await screen.findByText('Tidak dilayani oleh pengiriman yang dipilih.')).toBeTruthy();
  const cash = screen.getByRole<HTMLInputElement>('radio', { name: /^COD/ });
  const online = screen.getByRole<HTMLInputElement>('radio', { name: /^Pembayaran online/ });
  expect([cash.disabled, cash.checked, online.checked]).toEqual([true, false, true]);
  await user.click(screen.getByRole('radio', { name: /^Besok sampai/ }));
  expect([cash.disabled, cash.checked]).toEqual([false, true]);
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  await waitFor(() => expect(sent).toMatchObject({ payment_method: 'cod' }));
});

it('does not clear a newer checkout on leaving', async () => {
  const { unmount } = open();
  const user = userEvent.setup();
  await waitFor(() => expect(screen.getAllByText('Rp 350.000').length).toBeGreaterThan(0));
  await user.click(screen.getByRole('button', { name: 'Bayar Sekarang' }));
  await waitFor(() => expect(window.location.hash).toBe('#midtrans'));
  unmount();
  store.set(checkoutTokenAtom, 'later');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(store.get(checkoutTokenAtom)).toBe('later');
});

it('clears the draft when the payment page opens', async () => {
  await pay();
  await waitFor(() => expect(window.location.hash).toBe('#midtrans'));
  expect(screen.queryByText('Belum ada produk untuk dibayar')).toBeNull();
  expect(screen.getByRole('button', { name: 'Memproses...' })).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(store.get(checkoutTokenAtom)).toBeNull();
  expect(sessionStorage.getItem('checkout_draft_3')).toBeNull();
  // A browser that has cached the page shows it as it was left.
  expect(window.location.pathname).toBe(paths.order('KS-1'));
  act(() => void window.dispatchEvent(new Event('pageshow')));
  expect(await screen.findByText('Pesanan KS-1')).toBeTruthy();
});
