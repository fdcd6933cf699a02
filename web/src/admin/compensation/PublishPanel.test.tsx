import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { PlanDraftPage, PlanSafeguards, PlanVersion } from '@/api/schema';
import { Provider, store, tokenAtom } from '@/state';
import { firstNetwork } from './exampleNetwork';
import { formOf } from './planForm';
import { PublishPanel } from './PublishPanel';
import { samplePlan } from './samplePlan';

const draft: PlanDraftPage = {
  id: 4,
  name: 'Rencana 2027',
  version: 3,
  changed_at: '2026-11-21T00:00:00.000Z',
  changed_by: 'Rina',
  waiting: null,
  plan: samplePlan,
};
const waiting = {
  asked_at: '2026-11-21T00:00:00.000Z',
  asked_by: 'Rina',
  is_own: false,
  from_period: null,
  from_period_name: null,
};
const fine: PlanSafeguards = {
  worst_case: {
    product_name: 'Madu Hutan',
    price_rp: 100_000,
    points: 4,
    percent: '12.50',
    cap_percent: '40',
    is_over: false,
  },
  newest_period: {
    period_id: 1,
    period_name: 'November',
    sales_rp: 10_000_000,
    uncapped_rp: 1_000_000,
    cap_rp: 4_000_000,
    is_over: false,
  },
};
const state = {
  plan: formOf(samplePlan),
  network: firstNetwork,
  version: 3,
  isSaved: true,
  busy: false,
  failure: null,
  conflict: null,
  change: () => undefined,
  changeNetwork: () => undefined,
  save: () => Promise.resolve(true),
  takeTheirs: () => undefined,
  overwrite: () => undefined,
};

let safeguards = fine;
/** Requests made for the draft: the last part of the address, and the body. */
let asked: [string, object][] = [];

const reply = (body: object) => Promise.resolve(new Response(JSON.stringify(body)));

beforeEach(() => {
  asked = [];
  safeguards = fine;
  vi.spyOn(globalThis, 'fetch').mockImplementation((to, init) => {
    const address = String(to);
    if (address.includes('/safeguards')) return reply(safeguards);
    if (address.includes('/api/me')) return reply({ role: 'owner' });
    if (init?.method === 'POST')
      asked.push([address.split('/').at(-1) ?? '', JSON.parse(String(init.body)) as object]);
    if (address.includes('/publish')) return reply({ published: { id: 9 }, waiting: null });
    if (address.includes('/confirm')) return reply({ id: 9 });
    const periods = [
      { id: 8, name: 'Desember', state: 'open', calculated_at: null },
      { id: 7, name: 'November', state: 'ended', calculated_at: null },
      { id: 6, name: 'Oktober', state: 'calculated', calculated_at: '2026-11-20T00:00:00Z' },
    ];
    return reply({ periods, next_cursor: null });
  });
  store.set(tokenAtom, `x.${btoa('{"sub":"1","email":"a","exp":9999999999}')}.x`);
});

afterEach(() => {
  queryClient.clear();
  // Unmounts before the session ends: otherwise the values of the open form would be held.
  cleanup();
  store.set(tokenAtom, null);
});

/** Newest published version of the plan. */
const newest = { id: 2, plan: samplePlan } as unknown as PlanVersion;

function renderPanel(changed: Partial<PlanDraftPage> = {}) {
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <PublishPanel
            draft={{ ...draft, ...changed }}
            state={state}
            faulty={false}
            newest={newest}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

it('offers only uncalculated periods as the first', async () => {
  renderPanel();
  const user = userEvent.setup();
  const first = await screen.findByLabelText('Periode pertama');
  await within(first).findByText('Desember (sedang berjalan)');
  expect(within(first).queryByText(/Oktober/)).toBeNull();
  expect(
    screen.getByText(
      /juga yang sudah berakhir\. Sekarang itu: Desember \(sedang berjalan\); November \(sudah berakhir\)\./,
    ),
  ).toBeDefined();
  // The default includes ended periods: a warning names them, and disappears if they are excluded.
  expect(within(first).getByText('Semua yang belum dihitung')).toBeDefined();
  const warning = 'November sudah berakhir: anggota berbelanja di sana dengan versi 2.';
  expect(screen.getByText(warning, { exact: false })).toBeDefined();
  await user.selectOptions(first, 'Desember (sedang berjalan)');
  expect(
    screen.getByText(
      /Periode Desember dan sesudahnya .* tetap dengan versi 2: November \(sudah berakhir\)\./,
    ),
  ).toBeDefined();
  expect(screen.queryByText(warning, { exact: false })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Terbitkan rencana' }));
  await confirm('Terbitkan');
  const body = { version: 3, after_id: 2, from_period: 8, acknowledges_worst_case: false };
  await vi.waitFor(() => expect(asked).toEqual([['publish', body]]));
});

it('asks to acknowledge a product above the cap', async () => {
  const worst_case = fine.worst_case && { ...fine.worst_case, percent: '43.20', is_over: true };
  safeguards = { ...fine, worst_case: worst_case ?? null };
  renderPanel();
  const user = userEvent.setup();
  expect(await screen.findByText(/sampai 43,2% harganya/)).toBeDefined();
  const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Terbitkan rencana' });
  expect(publish.disabled).toBe(true);
  await user.click(screen.getByLabelText(/Saya mengetahui/));
  await user.click(publish);
  await confirm('Terbitkan');
  await vi.waitFor(() =>
    expect(asked[0]?.[1]).toMatchObject({ acknowledges_worst_case: true, from_period: null }),
  );
});

it('needs another owner if the cap is exceeded', async () => {
  const newest_period = fine.newest_period && { ...fine.newest_period, is_over: true };
  safeguards = { ...fine, newest_period: newest_period ?? null };
  renderPanel();
  await userEvent.click(await screen.findByText('Minta persetujuan pemilik lain'));
  await confirm('Minta persetujuan');
  await vi.waitFor(() => expect(asked[0]?.[0]).toBe('publish'));
});

it('needs another owner if a limit is loosened', async () => {
  safeguards = { ...fine, looser_limits: { cap_percent: '30', member_cap_rp: 5_000_000 } };
  renderPanel();
  expect(await screen.findByText(/membayar paling banyak 30% penjualan/)).toBeDefined();
  expect(
    screen.getByText(/seorang anggota paling banyak Rp 5\.000\.000 per periode/),
  ).toBeDefined();
  await userEvent.click(screen.getByText('Minta persetujuan pemilik lain'));
  await confirm('Minta persetujuan');
  await vi.waitFor(() => expect(asked[0]?.[0]).toBe('publish'));
});

it('lets another owner confirm with a reason', async () => {
  renderPanel({ waiting });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Setujui dan terbitkan' }));
  await confirm('Setujui dan terbitkan');
  expect(await screen.findByText('Tuliskan alasannya.')).toBeDefined();
  await user.type(screen.getByLabelText('Alasan'), 'Promosi');
  await confirm('Setujui dan terbitkan');
  await vi.waitFor(() => expect(asked).toEqual([['confirm', { version: 3, reason: 'Promosi' }]]));
});

it('does not let the requester confirm', async () => {
  renderPanel({ waiting: { ...waiting, is_own: true } });
  expect(await screen.findByText(/Mintalah pemilik lain membuka halaman ini/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
