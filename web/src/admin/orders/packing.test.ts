import { beforeEach, describe, expect, it, vi } from 'vitest';
import { request } from '@/api/calls';
import type { AdminOrder } from '@/api/schema';
import { ApiError } from '@/errors';
import { emptyTable, isComplete, missing, needsResi, scan, scanned } from './packing';

vi.mock('@/api/calls', () => ({ request: vi.fn() }));

const line = (
  id: number,
  quantity: number,
  barcode: string,
  sku = '',
  variant: string | null = null,
) => ({ id, quantity, barcode, sku, variant }) as AdminOrder['lines'][number];

const tea = line(1, 2, '899111', 'TEH-1');
const coffee = line(2, 1, '', 'KOPI-1');
const plain = line(3, 1, '899222', '', 'Asli');
const honey = line(4, 1, '899222', '', 'Madu');
const all = [tea, coffee, plain, honey];

it('counts a piece by barcode or SKU', () => {
  expect(scanned(all, {}, '899111')).toEqual({ kind: 'counted', line: tea });
  expect(scanned(all, {}, 'kopi-1')).toEqual({ kind: 'counted', line: coffee });
});

it('rejects a foreign piece or one too many', () => {
  expect(scanned(all, {}, '899999')).toEqual({ kind: 'foreign' });
  // An empty code does not match a product without codes.
  expect(scanned([line(9, 1, '', '')], {}, '')).toEqual({ kind: 'foreign' });
  expect(scanned(all, { 1: 1 }, '899111').kind).toBe('counted');
  expect(scanned(all, { 1: 2 }, '899111')).toEqual({ kind: 'enough', line: tea });
});

it('asks which variant while several are missing', () => {
  expect(scanned(all, {}, '899222')).toEqual({ kind: 'which', lines: [plain, honey] });
  expect(scanned(all, { 3: 1 }, '899222')).toEqual({ kind: 'counted', line: honey });
});

it('detects a complete parcel', () => {
  expect(missing(tea, { 1: 1 })).toBe(1);
  expect(isComplete(all, { 1: 2, 2: 1, 3: 1 })).toBe(false);
  expect(isComplete(all, { 1: 2, 2: 1, 3: 1, 4: 1 })).toBe(true);
});

const order = (facts: Partial<AdminOrder> = {}) =>
  ({
    order_id: 'KS-1',
    actions: ['pack', 'cancel'],
    lines: [tea],
    receiver: { name: 'Lina' },
    shipment_status: 'diproses',
    payment_status: 'paid',
    held: false,
    courier: 'JNE - REG23',
    ...facts,
  }) as AdminOrder;
const complete = { ...emptyTable, order: order(), counted: { 1: 2 } };
const collected = { ...complete, order: order({ courier: 'TOKO - Ambil di toko' }) };
const refused = (message: string, status: number) =>
  new ApiError(message, status, 'move_refused', true);

describe('scans at the packing table', () => {
  beforeEach(() => {
    vi.mocked(request).mockReset();
  });

  it.each([
    [{ actions: ['release'], held: true }, 'KS-1 adalah COD yang belum disetujui. Sisihkan.'],
    [{ actions: [], shipment_status: 'dibatalkan' }, 'KS-1 sudah dibatalkan. Jangan dikemas.'],
    [{ actions: ['ship'] }, 'KS-1 sudah dikemas.'],
    [{ actions: ['cancel'], payment_status: 'pending' }, 'KS-1 belum dibayar. Jangan dikemas.'],
  ])('refuses an order that must not be packed: %o', async (facts, text) => {
    vi.mocked(request).mockResolvedValue(order(facts as Partial<AdminOrder>));
    const table = await scan(emptyTable, 'ks-1', false);
    expect(table).toEqual({ ...emptyTable, said: { sound: 'wrong', text } });
    expect(request).toHaveBeenCalledWith('GET /api/admin/orders/{order_id}', {
      params: { order_id: 'KS-1' },
    });
  });

  it('accepts a packed order when shipping at once', async () => {
    vi.mocked(request).mockResolvedValue(order({ actions: ['ship'] }));
    expect((await scan(emptyTable, 'KS-1', true)).order?.order_id).toBe('KS-1');
  });

  it('packs once although shipping is retried', async () => {
    vi.mocked(request)
      .mockResolvedValueOnce({})
      .mockRejectedValueOnce(refused('Kurir sedang sibuk.', 503))
      .mockResolvedValueOnce({});
    expect((await scan(complete, 'KS-1', true)).said?.text).toBe(
      'Itu label toko. Pindai resi dari kurir.',
    );
    const tried = await scan(complete, 'JP 900', true);
    expect(tried.said).toEqual({ sound: 'wrong', text: 'Kurir sedang sibuk.' });
    expect(tried.counted).toEqual({ 1: 2 });
    const done = await scan(tried, 'JP900', true);
    expect(vi.mocked(request).mock.calls.map(([call]) => call)).toEqual([
      'POST /api/admin/orders/{order_id}/pack',
      'POST /api/admin/orders/{order_id}/ship',
      'POST /api/admin/orders/{order_id}/ship',
    ]);
    expect(vi.mocked(request).mock.lastCall?.[1]).toMatchObject({ body: { resi: 'JP900' } });
    expect([done.order, done.packed]).toEqual([null, ['KS-1']]);
  });

  it('ships own-way orders by their order number', async () => {
    vi.mocked(request).mockResolvedValue({});
    expect(needsResi(collected.order, true)).toBe(false);
    const done = await scan(collected, '', true);
    expect(done.packed).toEqual(['KS-1']);
    expect(vi.mocked(request).mock.lastCall?.[1]).toMatchObject({ body: { resi: 'KS-1' } });
  });

  it.each(['899111', 'teh-1'])('treats %s as an extra piece, not as a resi', async (code) => {
    const table = await scan(complete, code, true);
    expect(table.said).toMatchObject({ sound: 'wrong' });
    expect(table.order?.order_id).toBe('KS-1');
    expect(request).not.toHaveBeenCalled();
  });

  it('keeps the counts when the server refuses', async () => {
    vi.mocked(request).mockRejectedValue(refused('Pesanan sudah dibatalkan.', 409));
    const table = await scan(complete, '', false);
    expect(table).toEqual({
      ...complete,
      said: { sound: 'wrong', text: 'Pesanan sudah dibatalkan.' },
    });
  });
});
