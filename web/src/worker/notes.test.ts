import { expect, test } from 'vitest';
import { noteOf, pageOf } from './notes';

test('a notification opens only pages of the shop', () => {
  const here = 'https://toko.example.com';
  expect(pageOf('/my-order-detail/KS-1', here)).toBe(`${here}/my-order-detail/KS-1`);
  for (const elsewhere of ['https://example.com/', '//example.com', 'javascript:alert(1)', null])
    expect(pageOf(elsewhere, here)).toBe(`${here}/`);
});

test('an invalid notification is not shown', () => {
  const note = { title: 'Toko', body: 'Pesanan dikirim', url: '/bonus', tag: 'msg_1' };
  expect(noteOf(note)).toEqual(note);
  for (const none of [null, 'x', {}, { ...note, body: 5 }]) expect(noteOf(none)).toBeNull();
});
