import { expect, it } from 'vitest';
import type { OrderEventKind, Newest } from '@/api/schema';
import { changesOf, sentenceOf } from './changes';

const moves = (...all: [id: number, event: OrderEventKind][]): Newest => ({
  moves: all.map(([id, event]) => ({ id, event })),
  problems: [],
  returns: [],
  stock: [],
  questions: [],
});

const none = { placed: 0, paid: 0, problems: 0, asked: 0, areas: [] };

it('identical snapshots give no changes', () => {
  const newest = moves([3, 'paid'], [2, 'placed']);
  expect(changesOf(newest, newest)).toEqual(none);
});

it('new events are counted by kind', () => {
  const { areas, ...counts } = changesOf(
    moves([2, 'placed']),
    moves([6, 'other'], [5, 'placed'], [4, 'paid'], [3, 'placed'], [2, 'placed']),
  );
  expect(counts).toEqual({ placed: 2, paid: 1, problems: 0, asked: 0 });
  expect(areas).toContain('/api/admin/orders');
  expect(areas).not.toContain('/api/admin/products');
});

it('a lower id that arrives late is counted once', () => {
  const before = moves([9, 'placed'], [7, 'placed'], [5, 'placed']);
  const now = moves([9, 'placed'], [8, 'paid'], [7, 'placed'], [5, 'placed']);
  expect(changesOf(before, now)).toMatchObject({ placed: 0, paid: 1 });
  expect(changesOf(now, now)).toEqual(none);
});

it('an older event that reappears is not counted', () => {
  expect(changesOf(moves([9, 'placed'], [7, 'placed']), moves([9, 'placed'], [3, 'paid']))).toEqual(
    none,
  );
});

it('the first event of a kind is counted', () => {
  const empty: Newest = { moves: null, problems: [], returns: null, stock: null, questions: [] };
  expect(changesOf(empty, { ...empty, problems: [1] })).toMatchObject({ problems: 1, placed: 0 });
  const asked = changesOf(empty, { ...empty, questions: [1] });
  expect(asked).toMatchObject({ asked: 1, areas: ['/api/admin/questions', '/api/admin/today'] });
});

it('describes changes in one sentence', () => {
  expect(sentenceOf({ placed: 1, paid: 0, problems: 0, asked: 0 })).toBe('1 pesanan baru');
  expect(sentenceOf({ placed: 1200, paid: 2, problems: 1, asked: 1 })).toBe(
    '1.200 pesanan baru, 2 pesanan dibayar, 1 masalah pembayaran, 1 pertanyaan baru',
  );
  expect(sentenceOf({ placed: 0, paid: 0, problems: 0, asked: 0 })).toBe('');
});
