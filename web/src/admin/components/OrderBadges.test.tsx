import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderBadges } from './OrderBadges';

test('an unpaid cancelled order shows one badge', () => {
  render(<OrderBadges shipment="dibatalkan" payment="cancelled" />);
  expect(screen.getAllByText('Dibatalkan')).toHaveLength(1);
});

test('a refunded cancelled order shows both badges', () => {
  render(<OrderBadges shipment="dibatalkan" payment="refunded" />);
  expect(screen.getByText('Dibatalkan')).toBeTruthy();
  expect(screen.getByText('Dana dikembalikan')).toBeTruthy();
});
