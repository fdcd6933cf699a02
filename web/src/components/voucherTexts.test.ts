import { expect, it } from 'vitest';
import type { Voucher } from '@/api/schema';
import { isNamed, summary, voucherPath } from './voucherTexts';

const voucher = (facts: Partial<Voucher> = {}): Voucher => ({
  id: 7,
  code: 'HEMAT 10',
  status: 'running',
  discount: 10,
  benefit: 'Diskon 10%',
  only: null,
  picture: '',
  valid: true,
  starts: '2026-11-01T00:00:00Z',
  exp: '2026-12-31T00:00:00Z',
  first_order: false,
  title: 'Hemat',
  terms: [],
  ...facts,
});
const upcoming = voucher({ code: '', status: 'upcoming', valid: false });

it('describes the conditions and end of a voucher', () => {
  const asks = { minimum_rp: 50_000, first_order: true };
  expect(summary(voucher(asks)).replaceAll('\u00a0', ' ')).toBe(
    'Diskon 10% · min. belanja Rp 50.000 · pesanan pertama · berlaku sampai 31 Desember 2026',
  );
});

it.each([
  ['upcoming', 'berlaku mulai 1 November 2026'],
  ['used_up', 'kuota voucher ini sudah habis'],
  ['ended', 'voucher ini tidak berlaku lagi'],
] as const)('explains the status %s of a voucher', (status, said) => {
  expect(summary(voucher({ status }))).toBe(`Diskon 10% · ${said}`);
});

it('finds a voucher without a code by its number', () => {
  const slug = voucherPath(upcoming).split('/').pop() ?? '';
  expect(isNamed(slug, upcoming)).toBe(true);
  expect(isNamed('hemat-10', upcoming)).toBe(false);
  expect(isNamed('hemat-10', voucher())).toBe(true);
  // The voucher has begun since then.
  expect(isNamed(slug, voucher())).toBe(true);
});
