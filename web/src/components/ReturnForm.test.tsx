import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { Selection } from '@/api/returns';
import type { OrderReturns, ReturnQuote } from '@/api/schema';
import { deadlineSentences } from '@/components/returns';
import { ReturnForm } from './ReturnForm';
import { emptyReturn } from './returnDraft';

const asked: OrderReturns = {
  may_ask: true,
  why_not: null,
  kinds: ['refund', 'replacement', 'buyback'],
  deadlines: [
    { kind: 'refund', until: '2026-11-29T03:00:00Z' },
    { kind: 'replacement', until: '2026-11-29T03:00:00Z' },
    { kind: 'buyback', until: '2026-12-22T03:00:00Z' },
  ],
  lines: [
    {
      line_id: 11,
      product_id: 1,
      name: 'Klorofil Mint',
      variant: null,
      picture: '',
      price: 168_000,
      quantity: 1,
      open: 1,
    },
  ],
  returns: [],
};
const whole: ReturnQuote = {
  goods_rp: 168_000,
  discount_rp: 0,
  shipping_rp: 7000,
  keeps_shipping: false,
  deduction_rp: 0,
  refund_rp: 175_000,
  points: 18,
};

afterEach(() => queryClient.clear());

const quote = vi.fn((_order: string, { reason }: Selection) =>
  Promise.resolve(
    reason === 'unwanted'
      ? { ...whole, shipping_rp: 0, keeps_shipping: true, refund_rp: 168_000 }
      : whole,
  ),
);

function Form() {
  const [draft, setDraft] = useState(emptyReturn);
  return (
    <ReturnForm
      orderId="KS-1"
      asked={asked}
      draft={draft}
      onDraft={setDraft}
      quote={quote}
      onSend={() => Promise.resolve()}
    />
  );
}

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Returns the text of a kind of return, found by its beginning. */
const text = (name: RegExp) =>
  screen.getByRole('radio', { name }).closest('label')?.textContent ?? '';

it('shows the deadline of each kind of return', () => {
  open();
  expect(text(/^Uang kembali/)).toContain('sampai 29 Nov 2026');
  expect(text(/^Dibeli kembali/)).toContain('sampai 22 Des 2026');
  expect(deadlineSentences(asked)).toEqual([
    expect.stringMatching(/^Uang kembali, Ganti barang: dapat diajukan sampai 29 Nov 2026/),
    expect.stringMatching(/^Dibeli kembali oleh toko: dapat diajukan sampai 22 Des 2026/),
  ]);
});

it('does not refund shipping for a change of mind', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Tambah jumlah' }));
  expect(await screen.findByText('Rp 175.000')).toBeTruthy();
  expect(quote.mock.lastCall?.[1]).toMatchObject({ reason: null });
  await user.selectOptions(screen.getByLabelText('Alasan pengembalian'), 'Berubah pikiran');
  expect(await screen.findByText(/^Ongkir tidak kembali/)).toBeTruthy();
  expect(screen.queryByText('Rp 175.000')).toBeNull();
  expect(screen.getAllByText('Rp 168.000')).toHaveLength(2);
  expect(screen.queryByText('Bagian ongkos kirim')).toBeNull();
});
