import { expect, test } from 'vitest';
import type { BonusComponent } from '@/api/schema';
import { missed, origin, scalings, working } from './bonusLines';

const line = {
  component_kind: 'level',
  rate_text: '8',
  bv: 450,
  level: 1,
  member_name: 'Wahyu',
  rupiah: 180_000,
} as const;

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [line, '8% dari 450 poin Wahyu, tingkat 1'],
  [{ ...line, component_kind: 'personal', level: 0 }, '8% dari 450 poin Anda sendiri'],
  [{ ...line, component_kind: 'differential', level: 0 }, '8% dari 450 poin Anda sendiri'],
  [
    { ...line, component_kind: 'differential', rate_text: '0.5', level: 3 },
    '0,5% dari 450 poin Wahyu: selisih persentase peringkat dengan yang sudah diberikan di bawahnya',
  ],
  [
    {
      ...line,
      component_kind: 'differential',
      level: 2,
      rate_text: '15',
      difference: { own_rate_text: '21', given_rate_text: '6' },
    },
    '15% dari 450 poin Wahyu: 21% − 6% yang sudah diberikan di bawahnya',
  ],
  [
    {
      ...line,
      component_kind: 'differential',
      level: 2,
      difference: { own_rate_text: '8', given_rate_text: '0' },
    },
    '8% dari 450 poin Wahyu',
  ],
  [
    { ...line, component_kind: 'pool', bv: 2300, level: 0, shares: { own: 1, all: 2 } },
    '1 dari 2 bagian dana bersama, 8% dari 2.300 poin semua anggota',
  ],
  [
    { ...line, component_kind: 'pool', bv: 2300, level: 0, shares: { own: 1, all: 1 } },
    'Seluruh dana bersama, 8% dari 2.300 poin semua anggota',
  ],
  [{ ...line, component_kind: 'generation', level: 2 }, '8% dari 450 poin grup Wahyu, generasi 2'],
  [
    { ...line, component_kind: 'pool', bv: 2300, level: 0 },
    'Bagian dari dana bersama, 8% dari 2.300 poin semua anggota',
  ],
] as const)('explains a bonus line: %#', (each, sentence) => {
  expect(plain(origin(each))).toBe(sentence);
});

test('shows the calculation of a bonus line', () => {
  const scaled = { from_rp: 1_000_000, to_rp: 400_000 };
  const head = { point_value: 5000, scaled: null, member_scaled: null };
  expect(plain(working(line, head))).toBe('450 poin × Rp 5.000 × 8% = Rp 180.000');
  expect(plain(working(line, { ...head, scaled }))).toBe(
    '450 poin × Rp 5.000 × 8%, lalu diperkecil',
  );
  expect(scalings(head)).toEqual([]);
  expect(scalings({ scaled, member_scaled: { from_rp: 3, to_rp: 2 } }).map(plain)).toEqual([
    'Batas bonus per anggota terlampaui: setiap baris × Rp 2 / Rp 3, dibulatkan ke bawah.',
    'Batas bonus bersama terlampaui: setiap baris × Rp 400.000 / Rp 1.000.000, dibulatkan ke bawah.',
  ]);
  const shares = { own: 1, all: 2 };
  expect(plain(working({ ...line, component_kind: 'pool', shares, rupiah: 90_000 }, head))).toBe(
    '450 poin × Rp 5.000 × 8% × 1 / 2 = Rp 90.000',
  );
});

test('explains why a component did not pay', () => {
  const need = { metric: 'pv', volume: 'both', at_least: 20, has: 12, missing: 8, is_met: false };
  const level = { code: 'level', name: 'Bonus tingkat', kind: 'level', rupiah: 0 } as const;
  const skipped = { members: 3, points: 450 };
  expect(missed({ ...level, needs: [need], skipped } as BonusComponent)).toBe(
    '450 poin dari 3 anggota lewat tanpa bonus, karena poin pribadi baru 12 dari 20 poin.',
  );
  expect(missed({ ...level, needs: [need] } as BonusComponent)).toBeNull();
  expect(missed({ ...level, needs: [] } as unknown as BonusComponent)).toBe(
    'Tidak ada poin untuk komponen ini di periode ini.',
  );
  expect(missed({ ...level, rupiah: 5, needs: [] } as unknown as BonusComponent)).toBeNull();
});
