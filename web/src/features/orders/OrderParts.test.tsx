import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '@/api/schema';
import { OrderSummary } from './OrderParts';

const order = {
  bv_period_name: 'November',
  total_bv: 18,
  returned_bv: 0,
  subtotal: 168_000,
  shipping_cost: 9000,
  shipping_discount: 0,
  discount: 0,
  discount_amount: 0,
  gross_amount: 177_000,
} as Order;

const shown = (facts: Partial<Order>) => {
  const { container } = render(<OrderSummary order={{ ...order, ...facts }} plan="Plan A" />);
  return container.textContent?.replaceAll('\u00a0', ' ');
};

it('shows a charge that differs from the total', () => {
  expect(shown({ charged: 177_071 })).toContain(
    'Total PesananRp 177.000Dibayar di penyedia pembayaranRp 177.071',
  );
});

it('hides a charge that equals the total', () => {
  expect(shown({})).not.toContain('penyedia');
});
