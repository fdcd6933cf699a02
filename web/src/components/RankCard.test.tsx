import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RankCard } from './RankCard';

const shown = vi.hoisted(() => ({ earned: { plan_a: 0, plan_b: 0 } }));

vi.mock('@/components/useRankCard', () => ({
  standing: () => ({}),
  useRankCard: () => ({
    data: {},
    card: {
      as_of: '2026-11-20T03:00:00Z',
      legs: [],
      corner: { earned: shown.earned, ranks: [{ name: 'Anggota' }], components: [], legs: [] },
    },
    tryOut: () => ({ own: { plan_a: 0, plan_b: 0 }, rank: 0, bonus_rp: 0, components: [] }),
  }),
}));

it.each([
  [{ plan_a: -200, plan_b: 5 }, /^Poin Anda kurang 195 karena pengembalian\./],
  [{ plan_a: -5, plan_b: 5 }, null],
])('shows owed points after refunds: %o', (earned, told) => {
  shown.earned = earned;
  render(<RankCard>{null}</RankCard>);
  expect(screen.getByText('Peringkat hari ini')).toBeTruthy();
  const found = screen.queryByText(told ?? /karena pengembalian/);
  expect(found !== null).toBe(told !== null);
});
