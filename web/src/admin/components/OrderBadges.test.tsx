import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderBadges } from './OrderBadges';

test('an order that was called off says so once', () => {
  render(<OrderBadges shipment="dibatalkan" payment="cancelled" />);
  expect(screen.getAllByText('Dibatalkan')).toHaveLength(1);
});

test('what was paid and called off says both', () => {
  render(<OrderBadges shipment="dibatalkan" payment="refunded" />);
  expect(screen.getByText('Dibatalkan')).toBeTruthy();
  expect(screen.getByText('Dana dikembalikan')).toBeTruthy();
});
