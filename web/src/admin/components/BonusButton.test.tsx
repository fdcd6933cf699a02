import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { BonusLines, MissedBonus } from '@/api/schema';
import { BonusButton, MissedButton } from './BonusButton';

const need = {
  metric: 'pv',
  volume: 'both',
  nth: null,
  rank_name: null,
  at_least: 40,
  has: 12,
  missing: 28,
  is_met: false,
} as const;

const component = {
  code: 'level',
  name: 'Bonus tingkat',
  kind: 'level',
  rupiah: 0,
  needs: [need],
  skipped: { members: 3, points: 180 },
};

const lines = {
  bonus_rupiah: 2591,
  point_value: 1000,
  is_scaled: false,
  plan_name: 'Rencana',
  rank: 'member',
  rank_name: 'Anggota',
  components: [
    { ...component, code: 'own', name: 'Bonus pribadi', rupiah: 2591, needs: [], skipped: null },
    component,
  ],
  lines: [
    {
      id: 1,
      member_name: 'Siti',
      member_uid: 'KS00000001',
      level: 0,
      bv: 20,
      rate: 10,
      rate_text: '10',
      rupiah: 2591,
      component: 'own',
      component_name: 'Bonus pribadi',
      component_kind: 'personal',
    },
  ],
} as unknown as BonusLines;

const shown = (button: React.ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{button}</QueryClientProvider>);
const dialog = () => within(screen.getByRole('dialog', { name: 'Bonus Siti' }));

afterEach(() => queryClient.clear());

it('shows the office the details of a bonus', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    asked.push(String(input));
    return Promise.resolve(new Response(JSON.stringify(lines)));
  });
  shown(<BonusButton member="Siti" bonuses={[{ id: 7, period_name: 'Juni', bonus_rp: 2591 }]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Rincian bonus Siti, Juni' }));
  expect(await dialog().findByText(/^Peringkat Siti di periode ini:/)).toBeTruthy();
  expect(dialog().getByText(/10% dari 20 poin Siti$/)).toBeTruthy();
  expect(dialog().getByRole('list', { name: 'Syarat Bonus tingkat' }).textContent).toContain('28');
  expect(asked).toEqual(['/api/admin/bonuses/7/lines?limit=20']);
});

it('loads a bonus only when it is opened', async () => {
  const ask = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(JSON.stringify(lines))));
  const bonuses = ['Juni', 'Mei'].map((period_name, id) => ({ id, period_name, bonus_rp: 2591 }));
  shown(<BonusButton member="Siti" bonuses={bonuses} />);
  await userEvent.click(screen.getByRole('button', { name: 'Rincian bonus Siti, Juni, Mei' }));
  expect(ask).not.toHaveBeenCalled();
  await userEvent.click(dialog().getByRole('heading', { name: /^Mei:/ }));
  expect(await dialog().findByText(/^Peringkat Siti/)).toBeTruthy();
  expect(ask).toHaveBeenCalledTimes(1);
});

it('shows why a period paid a member nothing', async () => {
  const missed = {
    bv_period_id: 3,
    bv_period_name: 'Mei',
    plan_name: 'Rencana',
    rank: 'member',
    rank_name: 'Anggota',
    components: [component],
  } as unknown as MissedBonus;
  shown(<MissedButton member="Siti" bonus={missed} />);
  await userEvent.click(screen.getByRole('button', { name: 'Rincian bonus Siti, Mei' }));
  expect(dialog().getByText(/^Peringkat Siti di periode ini: Anggota/)).toBeTruthy();
  expect(dialog().getByRole('list', { name: 'Syarat Bonus tingkat' })).toBeTruthy();
  await userEvent.click(dialog().getByRole('button', { name: 'Tutup' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
