import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { AdminOrder } from '@/api/schema';
import { Lines } from './OrderFacts';

const order = {
  lines: [],
  subtotal_rp: 168_000,
  shipping_cost_rp: 9000,
  shipping_discount_rp: 0,
  shipping_borne_rp: 0,
  total_rp: 177_000,
  bv: 18,
  plan_name: 'Plan A',
  period_name: 'November',
} as unknown as AdminOrder;

const shown = (facts: Partial<AdminOrder>) => {
  const { container } = render(<Lines order={{ ...order, ...facts }} />, { wrapper: MemoryRouter });
  return container.textContent?.replaceAll('\u00a0', ' ');
};

it('shows the charged amount beside the total', () => {
  expect(shown({ charged_rp: 177_071 })).toContain('TotalRp 177.000Dibayar di penyediaRp 177.071');
});

it('hides the charge when it is the total', () => {
  expect(shown({})).not.toContain('penyedia');
  expect(screen.getByText('Total')).toBeDefined();
});
