import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { MemberDetail } from '@/api/schema';
import { DoublesPart } from './DoublesPart';

afterEach(() => queryClient.clear());

const facts = { same_bank_account: false, found_at: '2026-11-22T03:00:00Z' };
const member = {
  uid: 'KS2',
  name: 'Agus',
  likely_doubles: [
    { ...facts, uid: 'KS1', name: 'Dewi', same_phone: true, same_birth_date: true },
    { ...facts, uid: 'KS3', name: 'Rina', same_phone: true, same_birth_date: false },
  ],
} as MemberDetail;

it('dismisses a likely double account', async () => {
  const sent: [string, unknown][] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    sent.push([String(input), JSON.parse(String(init?.body))]);
    return Promise.resolve(new Response(JSON.stringify({ ...member, likely_doubles: [] })));
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DoublesPart member={member} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('Sama: nomor HP, tanggal lahir');
  expect(second?.textContent).toMatch(/Sama: nomor HPDitandai/);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Bukan orang yang sama: Rina' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^Agus dan Rina tidak lagi ditandai/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Ya, dua orang' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([['/api/admin/members/KS2/dismiss-double', { other: 'KS3' }]]);
});
