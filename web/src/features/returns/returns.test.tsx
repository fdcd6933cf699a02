import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { OrderReturns, MemberReturn, ReturnState } from '@/api/schema';
import { returnDraftsAtom } from '@/components/returnDraft';
import { Provider, store, tokenAtom } from '@/state';
import { Component as ReturnsPage } from './ReturnsPage';

const line = { product_id: 1, picture: '', variant: null, price: 168_000 };
const asked: OrderReturns = {
  may_ask: true,
  why_not: null,
  kinds: ['refund', 'replacement'],
  deadlines: [],
  lines: [
    { ...line, line_id: 11, name: 'Klorofil Mint', quantity: 3, open: 2 },
    { ...line, line_id: 12, name: 'Teh Rosella', quantity: 1, open: 0 },
  ],
  returns: [],
};
const quote = {
  goods_rp: 336_000,
  discount_rp: 33_600,
  shipping_rp: 7000,
  keeps_shipping: false,
  deduction_rp: 0,
  refund_rp: 309_400,
  points: 36,
};
const sent = (state: ReturnState, more: Partial<MemberReturn> = {}): MemberReturn => ({
  ...quote,
  id: 5,
  number: 'R-5',
  order_id: 'KS-1',
  kind: 'refund',
  state,
  reason: 'damaged',
  note: 'Botolnya pecah',
  pictures: [],
  lines: [
    { line_id: 11, name: 'Klorofil Mint', variant: null, picture: '', quantity: 2 },
  ] as MemberReturn['lines'],
  asked_at: '2026-11-22T03:00:00Z',
  moves: [{ event: 'asked', at: '2026-11-22T03:00:00Z', by: 'member', reason: null }],
  actions: state === 'asked' ? ['withdraw'] : [],
  ...more,
});

type Answer = [status: number, body: unknown];

/** Answers calls by method and path, and records the requests. */
function serve(answers: Record<string, Answer | Answer[]>) {
  const calls: [call: string, body: unknown][] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input).split('?')[0]}`;
    calls.push([call, init?.body]);
    const found = answers[call];
    const answer = Array.isArray(found?.[0])
      ? (found as Answer[]).length > 1
        ? (found as Answer[]).shift()
        : found[0]
      : found;
    const [status, body] = (answer as Answer | undefined) ?? [404, { message: 'x', code: 'x' }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return calls;
}

const ORDER = 'GET /api/transactions/KS-1/returns';
const QUOTE = 'POST /api/transactions/KS-1/returns/quote';
const SEND = 'POST /api/transactions/KS-1/returns';

function open(path = '/my-return/KS-1') {
  const claims = { sub: '3', email: 'siti@ksmart.test', exp: 4_000_000_000 };
  store.set(tokenAtom, `x.${btoa(JSON.stringify(claims))}.y`);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/my-return/*" element={<ReturnsPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  return userEvent.setup({ applyAccept: false });
}

afterEach(() => {
  queryClient.clear();
  store.set(tokenAtom, null);
  store.set(returnDraftsAtom, {});
});

const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

const jpeg = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type: 'image/jpeg' });

describe('the return form', () => {
  it('focuses the first missing choice', async () => {
    const calls = serve({ [ORDER]: [200, asked] });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Ajukan pengembalian' }));
    expect(screen.getByText('Pilih barang yang dikembalikan.')).toBeTruthy();
    expect(screen.getByText('Pilih alasannya.')).toBeTruthy();
    expect(document.activeElement).toBe(button('Tambah jumlah'));
    expect(calls.map(([call]) => call)).toEqual([ORDER]);
  });

  it('shows the refund for the chosen quantity', async () => {
    const calls = serve({ [ORDER]: [200, asked], [QUOTE]: [200, quote] });
    const user = open();
    const more = await screen.findByRole('button', { name: 'Tambah jumlah' });
    for (let n = 0; n < 4; n += 1) await user.click(more);
    expect(screen.getByRole('group', { name: /^Jumlah Klorofil Mint/ }).textContent).toBe('2');
    expect(screen.getByText('Sudah diajukan semua')).toBeTruthy();
    expect(await screen.findByText('Rp 309.400')).toBeTruthy();
    expect(screen.getByText('-Rp 33.600')).toBeTruthy();
    expect(screen.getByText('36 BV')).toBeTruthy();
    const last = calls.findLast(([call]) => call === QUOTE);
    expect(JSON.parse(String(last?.[1]))).toEqual({
      kind: 'refund',
      lines: [{ line_id: 11, quantity: 2 }],
      reason: null,
    });
    await user.click(screen.getByRole('radio', { name: /^Ganti barang/ }));
    expect(await screen.findByText(/Tidak ada uang atau BV yang berubah/)).toBeTruthy();
  });

  it('keeps the draft after a failed request', async () => {
    const refused = { message: 'Ceritakan alasannya.', code: 'invalid_field' };
    const fields = [{ field: 'note', message: 'Ceritakan alasannya.' }];
    const calls = serve({
      [ORDER]: [
        [200, asked],
        [200, { ...asked, returns: [sent('asked')] }],
      ],
      [QUOTE]: [200, quote],
      [SEND]: [
        [422, { ...refused, fields }],
        [201, { message: 'Pengembalian diajukan.', data: sent('asked') }],
      ],
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Tambah jumlah' }));
    await user.selectOptions(screen.getByLabelText('Alasan pengembalian'), 'Alasan lain');
    await user.upload(screen.getByLabelText('Tambah foto barang'), jpeg('a.jpg'));
    await screen.findByRole('img', { name: 'Foto 1' });
    await user.click(button('Ajukan pengembalian'));
    await user.click(dialog().getByRole('button', { name: 'Ya, ajukan' }));
    expect((await dialog().findByRole('alert')).textContent).toBe('Ceritakan alasannya.');
    await user.click(dialog().getByRole('button', { name: 'Kembali' }));
    const note = screen.getByLabelText('Keterangan');
    expect(note.getAttribute('aria-invalid')).toBe('true');
    await user.type(note, 'Botolnya pecah');
    await user.click(button('Ajukan pengembalian'));
    await user.click(dialog().getByRole('button', { name: 'Ya, ajukan' }));
    expect(await screen.findByText('R-5')).toBeTruthy();
    expect(button('Batalkan pengajuan')).toBeTruthy();
    const form = calls.findLast(([call]) => call === SEND)?.[1] as FormData;
    expect(form.get('lines')).toBe('[{"line_id":11,"quantity":1}]');
    expect([form.get('kind'), form.get('reason'), form.get('note')]).toEqual([
      'refund',
      'other',
      'Botolnya pecah',
    ]);
    expect((form.getAll('pictures') as File[]).map(({ name }) => name)).toEqual(['a.jpg']);
    expect(store.get(returnDraftsAtom)).toEqual({});
  });

  it('refuses other files and more than five photos', async () => {
    serve({ [ORDER]: [200, asked] });
    const user = open();
    const field = await screen.findByLabelText('Tambah foto barang');
    await user.upload(field, [new File(['bukan foto'], 'catatan.txt'), jpeg('a.jpg')]);
    expect(await screen.findByText(/^catatan\.txt: /)).toBeTruthy();
    await screen.findByRole('img', { name: 'Foto 1' });
    await user.upload(field, ['b', 'c', 'd', 'e', 'f'].map(jpeg));
    await screen.findByRole('img', { name: 'Foto 5' });
    expect(await screen.findByText('Paling banyak 5 foto.')).toBeTruthy();
    await user.click(button('Hapus foto 5'));
    expect(screen.queryByRole('img', { name: 'Foto 5' })).toBeNull();
    // The removed file can be chosen again.
    await user.upload(screen.getByLabelText('Tambah foto barang'), jpeg('e.jpg'));
    await screen.findByRole('img', { name: 'Foto 5' });
  });

  it('can be retried after a failed request', async () => {
    const broken = { message: 'Layanan sedang sibuk.', code: 'unavailable' };
    serve({
      [ORDER]: [
        [422, broken],
        [200, asked],
      ],
      [QUOTE]: [
        [422, { message: 'Jumlahnya belum dapat dihitung.', code: 'x' }],
        [200, quote],
      ],
    });
    const user = open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Layanan sedang sibuk/);
    await user.click(button('Coba Lagi'));
    await user.click(await screen.findByRole('button', { name: 'Tambah jumlah' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/belum dapat dihitung/);
    await user.click(button('Coba Lagi'));
    expect(await screen.findByText('Rp 309.400')).toBeTruthy();
  });

  it('explains why no return is possible', async () => {
    serve({
      [ORDER]: [200, { ...asked, may_ask: false, why_not: 'Batas waktunya sudah lewat.' }],
    });
    open();
    expect(await screen.findByText('Batas waktunya sudah lewat.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ajukan pengembalian' })).toBeNull();
  });
});

describe('a return', () => {
  it('can be cancelled by its member', async () => {
    const after = sent('withdrawn');
    const calls = serve({
      [ORDER]: [
        [200, { ...asked, returns: [sent('asked')] }],
        [200, { ...asked, returns: [after] }],
      ],
      'POST /api/returns/5/withdraw': [200, { message: 'Pengembalian dibatalkan.', data: after }],
    });
    const user = open('/my-return/KS-1/5');
    await user.click(await screen.findByRole('button', { name: 'Batalkan pengajuan' }));
    await user.click(dialog().getByRole('button', { name: 'Ya, batalkan' }));
    expect(await screen.findByText(/^Anda membatalkan pengajuan ini/)).toBeTruthy();
    expect(calls.map(([call]) => call)).toContain('POST /api/returns/5/withdraw');
  });

  it.each([
    ['asked', /Tunggu jawabannya sebelum mengirim/],
    ['approved', /tulis nomor pengembalian R-5/],
    ['refused', /Toko menolak pengajuan ini: Segelnya dibuka/],
    ['received', /Toko segera mengembalikan dananya/],
    ['transferring', /mentransfer dananya/],
    ['refunded', /Dananya sudah dikembalikan/],
    ['replaced', /nomor resi JN1/],
  ] as const)('shows the next step in state %s', async (state, words) => {
    const shown = sent(state, { refused_reason: 'Segelnya dibuka', replacement_resi: 'JN1' });
    serve({ [ORDER]: [200, { ...asked, returns: [shown] }] });
    open('/my-return/KS-1/5');
    const status = await screen.findByRole('region', { name: 'Status' });
    await waitFor(() => expect(status.textContent).toMatch(words));
  });

  it('is not found under another order', async () => {
    serve({ [ORDER]: [200, asked] });
    open('/my-return/KS-1/5');
    expect(await screen.findByText('Tidak ada data ditemukan')).toBeTruthy();
  });
});
