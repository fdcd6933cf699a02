import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { Provider, store } from '@/state';
import { Component as PlanDraftPage } from './PlanDraftPage';
import { firstNetwork, type Network } from './exampleNetwork';
import { samplePlan } from './samplePlan';
import { draftQuery } from './usePlanDraft';

const draft = {
  id: 4,
  name: 'Rencana 2027',
  version: 3,
  changed_at: '2026-11-21T00:00:00.000Z',
  changed_by: 'Rina',
  waiting: null,
  plan: samplePlan,
};
const outcome = { members: [], lines: [], skipped: [], uncapped_rp: 0, cap_rp: 0, bonus_rp: 0 };

type Sent = { plan: typeof samplePlan; example?: Network; version: number };

/** Draft that the simulated server returns. */
let served: object;

/** Requests to save drafts, and the server's answer to each. */
let kept: Sent[] = [];
let answer: (sent: Sent) => [status: number, body: object];

const reply = (body: object, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  kept = [];
  served = draft;
  answer = ({ plan, version }) => [200, { ...draft, plan, version: version + 1 }];
  vi.spyOn(globalThis, 'fetch').mockImplementation((asked, init) => {
    const address = String(asked);
    if (address.includes('/example')) {
      const { plan } = JSON.parse(String(init?.body)) as Sent;
      if (plan.cap_percent === '40') return reply(outcome);
      const fields = [
        { field: 'cap_percent', message: 'Isi persen antara 0 dan 100.' },
        { field: 'components.2.rates.builder', message: 'Persentase wajib diisi.' },
      ];
      return reply({ message: 'Periksa isian.', code: 'invalid_field', fields }, 422);
    }
    if (init?.method === 'PUT') {
      const sent = JSON.parse(String(init.body)) as Sent;
      kept.push(sent);
      const [status, body] = answer(sent);
      return reply(body, status);
    }
    if (address.includes('-drafts/5'))
      return reply({ message: 'Draf tidak ditemukan.', code: 'not_found' }, 404);
    return reply(address.includes('-drafts/4') ? served : { plans: [], next_cursor: null });
  });
});

afterEach(() => queryClient.clear());

function renderPage(id = 4) {
  return render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[`/admin/compensation/drafts/${id}`]}>
          <Routes>
            <Route path="/admin/compensation/drafts/:id" element={<PlanDraftPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

it('saves typed changes automatically', async () => {
  renderPage();
  const user = userEvent.setup();
  const name = await screen.findByDisplayValue('Rencana 2027');
  expect(screen.getByText('Tersimpan')).toBeDefined();
  expect(screen.getByText(/^Sebelum dihitung, BV setiap anggota dialokasikan: /)).toBeDefined();
  await user.type(name, ' B');
  expect(screen.getByText('Belum tersimpan')).toBeDefined();
  expect(await screen.findByText('Tersimpan', {}, { timeout: 10_000 })).toBeDefined();
  expect(kept).toEqual([{ plan: { ...samplePlan, name: 'Rencana 2027 B' }, version: 3 }]);
});

it('loads and saves the example network', async () => {
  const example = { ...firstNetwork, sales: '70.000.000' };
  answer = ({ plan, example: tried, version }) => [
    200,
    { ...draft, plan, example: tried, version: version + 1 },
  ];
  served = { ...draft, example };
  renderPage();
  const user = userEvent.setup();
  const sales = await screen.findByDisplayValue('70.000.000');
  await user.clear(sales);
  await user.type(sales, '80.000.000');
  expect(await screen.findByText('Tersimpan')).toBeDefined();
  expect(kept).toEqual([
    { plan: samplePlan, example: { ...firstNetwork, sales: '80.000.000' }, version: 3 },
  ]);
});

it('trial figures do not change a waiting draft', async () => {
  const waiting = {
    asked_at: '2026-11-21T00:00:00.000Z',
    asked_by: 'Rina',
    is_own: false,
    from_period: null,
    from_period_name: null,
  };
  served = { ...draft, waiting };
  renderPage();
  const sales = await screen.findByDisplayValue('100.000.000');
  await userEvent.type(sales, '0');
  expect(screen.getByText('Tersimpan')).toBeDefined();
  expect(screen.queryByText('Belum tersimpan')).toBeNull();
});

it('links an error to its field', async () => {
  renderPage();
  const user = userEvent.setup();
  // The cap is the first of all fields with the value 40.
  const [cap] = await screen.findAllByDisplayValue('40');
  if (!cap) throw new Error('the cap is shown');
  await user.type(cap, 'x');
  await user.click(
    await screen.findByText('Komponen Bonus grup, Builder: Persentase wajib diisi.'),
  );
  const rate = screen.getByDisplayValue('9');
  expect(document.activeElement).toBe(rate);
  expect(rate.closest('details')?.open).toBe(true);
  for (const field of [cap, rate]) expect(field.getAttribute('aria-invalid')).toBe('true');
  // A plan that cannot be published yet is still saved as a draft.
  expect(await screen.findByText('Tersimpan')).toBeDefined();
});

it('overwrites a conflict only on request', async () => {
  answer = ({ plan, version }) =>
    version === 3
      ? [
          409,
          {
            message: 'Data ini baru saja diubah.',
            code: 'edit_conflict',
            current: { ...draft, version: 7, plan: { ...samplePlan, name: 'Punya Rina' } },
          },
        ]
      : [200, { ...draft, plan, version: version + 1 }];
  renderPage();
  const user = userEvent.setup();
  const name = await screen.findByDisplayValue<HTMLInputElement>('Rencana 2027');
  await user.type(name, ' C');
  await user.click(screen.getByText('Simpan draf'));
  expect(await screen.findByText(/Rina sudah mengubah draf ini/)).toBeDefined();
  expect(name.value).toBe('Rencana 2027 C');
  await user.click(screen.getByText('Pertahankan isian saya'));
  await user.click(screen.getByText('Simpan draf'));
  expect(await screen.findByText('Tersimpan')).toBeDefined();
  expect(kept.map(({ version }) => version)).toEqual([3, 7]);
});

it('shows changes of others in an untouched draft', async () => {
  renderPage();
  await screen.findByDisplayValue('Rencana 2027');
  const theirs = { ...draft, version: 5, plan: { ...samplePlan, name: 'Punya Rina' } };
  queryClient.setQueryData(draftQuery(4).queryKey, theirs as never);
  const name = await screen.findByDisplayValue('Punya Rina');
  await userEvent.type(name, ' juga');
  expect(await screen.findByText('Tersimpan')).toBeDefined();
  expect(kept.at(-1)).toMatchObject({ plan: { name: 'Punya Rina juga' }, version: 5 });
});

it('keeps unsaved changes in the tab', async () => {
  answer = () => [503, { message: 'Toko sedang sibuk.', code: 'busy' }];
  const page = renderPage();
  const user = userEvent.setup();
  await user.type(await screen.findByDisplayValue('Rencana 2027'), ' D');
  await user.click(screen.getByText('Simpan draf'));
  expect(await screen.findByText('Toko sedang sibuk.')).toBeDefined();
  page.unmount();
  answer = ({ plan, version }) => [200, { ...draft, plan, version: version + 1 }];
  renderPage();
  expect(await screen.findByDisplayValue('Rencana 2027 D')).toBeDefined();
  expect(screen.getByText('Belum tersimpan')).toBeDefined();
  expect(await screen.findByText('Tersimpan')).toBeDefined();
});

it('keeps the focus on a rank that is moved', async () => {
  renderPage();
  const user = userEvent.setup();
  const ranks = await screen.findByRole('list', { name: 'Peringkat' });
  const heads = () => [...ranks.querySelectorAll('summary')].map((head) => head.textContent);
  await user.click(within(ranks).getByText('Builder', { selector: 'summary *' }));
  await user.click(within(ranks).getByRole('button', { name: 'Turunkan Builder' }));
  expect(heads().map((head) => /Anggota|Builder|Manager/.exec(head)?.[0])).toEqual([
    'Anggota',
    'Manager',
    'Builder',
  ]);
  expect(document.activeElement?.textContent).toContain('Builder');
  expect(await screen.findByText('Tersimpan')).toBeDefined();
});

it('links a missing draft back to the list', async () => {
  renderPage(5);
  const back = await screen.findByRole('link', { name: 'Ke semua versi dan draf' });
  expect(back.getAttribute('href')).toBe('/admin/compensation');
  expect(screen.queryByRole('button', { name: 'Coba Lagi' })).toBeNull();
});
