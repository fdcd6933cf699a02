import { expect, it } from 'vitest';
import type { Happened, Newest } from '@/api/schema';
import { changesOf, sentenceOf } from './changes';

const moves = (...all: [id: number, event: Happened][]): Newest => ({
  moves: all.map(([id, event]) => ({ id, event })),
  problems: [],
  returns: [],
  stock: [],
  questions: [],
});

const none = { placed: 0, paid: 0, problems: 0, asked: 0, areas: [] };

it('what is as it was has not changed', () => {
  const newest = moves([3, 'paid'], [2, 'placed']);
  expect(changesOf(newest, newest)).toEqual(none);
});

it('each that came is counted by its kind, and asked for where it is shown', () => {
  const { areas, ...counts } = changesOf(
    moves([2, 'placed']),
    moves([6, 'other'], [5, 'placed'], [4, 'paid'], [3, 'placed'], [2, 'placed']),
  );
  expect(counts).toEqual({ placed: 2, paid: 1, problems: 0, asked: 0 });
  expect(areas).toContain('/api/admin/orders');
  expect(areas).not.toContain('/api/admin/products');
});

it('a lower number may come after a higher one, and is heard of once', () => {
  const before = moves([9, 'placed'], [7, 'placed'], [5, 'placed']);
  const now = moves([9, 'placed'], [8, 'paid'], [7, 'placed'], [5, 'placed']);
  expect(changesOf(before, now)).toMatchObject({ placed: 0, paid: 1 });
  expect(changesOf(now, now)).toEqual(none);
});

it('what falls back into the newest because one is gone is old', () => {
  expect(changesOf(moves([9, 'placed'], [7, 'placed']), moves([9, 'placed'], [3, 'paid']))).toEqual(
    none,
  );
});

it('the first of a kind is new, and what is not for this desk never is', () => {
  const empty: Newest = { moves: null, problems: [], returns: null, stock: null, questions: [] };
  expect(changesOf(empty, { ...empty, problems: [1] })).toMatchObject({ problems: 1, placed: 0 });
  const asked = changesOf(empty, { ...empty, questions: [1] });
  expect(asked).toMatchObject({ asked: 1, areas: ['/api/admin/questions', '/api/admin/today'] });
});

it('says what came in a sentence, and nothing of what nobody needs to hear', () => {
  expect(sentenceOf({ placed: 1, paid: 0, problems: 0, asked: 0 })).toBe('1 pesanan baru');
  expect(sentenceOf({ placed: 1200, paid: 2, problems: 1, asked: 1 })).toBe(
    '1.200 pesanan baru, 2 pesanan dibayar, 1 masalah pembayaran, 1 pertanyaan baru',
  );
  expect(sentenceOf({ placed: 0, paid: 0, problems: 0, asked: 0 })).toBe('');
});
