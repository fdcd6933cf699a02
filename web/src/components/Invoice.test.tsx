import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MemberReturn } from '@/api/schema';
import { Invoice, type Bill } from './Invoice';

const bill: Bill = {
  number: 'KS-1',
  placed: '2026-11-01T00:00:00Z',
  buyer: 'Siti',
  receiver: 'Siti',
  phone: '0812',
  address: 'Jl. Melati 1',
  method: 'QRIS',
  payment: 'success',
  courier: 'JNE - REG23',
  lines: [{ id: 1, name: 'Teh', price: 20_000, quantity: 3, total: 60_000 }],
  subtotal: 60_000,
  voucher: null,
  discount: 0,
  shipping: 9000,
  total: 69_000,
  vat: null,
  returns: [],
  seller: { name: 'PT Melati Sehat', address: 'Jl. Mawar 2', tax_number: '092542943407000' },
};
const back = (facts: Partial<MemberReturn>) =>
  ({
    number: 'R-1',
    state: 'refunded',
    refund_rp: 20_000,
    lines: [{ line_id: 1, name: 'Teh', variant: 'Asli', quantity: 2, saleable: 1, damaged: 0 }],
    ...facts,
  }) as MemberReturn;
const text = () => (screen.getByRole('article').textContent ?? '').replaceAll('\u00a0', ' ');

it('shows returned pieces and the reduced total', () => {
  render(<Invoice bill={{ ...bill, returns: [back({})] }} />);
  expect(within(screen.getByRole('list')).getByText('1 × Teh, varian Asli (R-1)')).toBeDefined();
  expect(text()).toContain('Total setelah pengembalianRp 49.000');
});

it('shows the line total of the server', () => {
  render(
    <Invoice bill={{ ...bill, lines: bill.lines.map((line) => ({ ...line, total: 57_000 })) }} />,
  );
  expect(text()).toContain('Rp 57.000');
});

it('shows the seller with its tax number', () => {
  render(<Invoice bill={bill} />);
  expect(text()).toContain('K-SmartPT Melati SehatJl. Mawar 2NPWP 092542943407000');
});

it('omits a return that is only requested', () => {
  render(<Invoice bill={{ ...bill, returns: [back({ state: 'asked' })] }} />);
  expect(text()).not.toContain('pengembalian');
});
