import { expect, test } from 'vitest';
import { orderWindowWarning } from './orderWindow';

const now = new Date('2026-11-22T10:00:00+07:00');
const said = (open_until: string | null, recurs = false) =>
  orderWindowWarning({ open_until, recurs }, now);

test('warns from a week before the last period ends', () => {
  expect(said('2026-11-29T10:00:01+07:00')).toBeNull();
  expect(said('2026-11-29T09:59:59+07:00')?.tone).toBe('info');
  expect(said('2026-11-29T09:59:59+07:00')?.text).toContain('dalam 7 hari');
  expect(said('2026-11-23T09:59:59+07:00')?.tone).toBe('warn');
  expect(said('2026-11-23T09:59:59+07:00')?.text).toContain(
    'dalam 24 jam (23 Nov 2026, 09.59 WIB). Setelah itu toko berhenti',
  );
  expect(said('2026-11-22T10:30:00+07:00')?.tone).toBe('danger');
  expect(said('2026-11-22T10:30:00+07:00')?.text).toContain('dalam 30 menit');
});

test('a recurring period gives no end warning', () => {
  expect(said('2026-11-22T10:30:00+07:00', true)).toBeNull();
  expect(said(null)?.tone).toBe('danger');
  expect(said(null, true)?.text).toBe(
    'Tidak ada periode BV yang berjalan: toko tidak dapat menerima pesanan.',
  );
});
