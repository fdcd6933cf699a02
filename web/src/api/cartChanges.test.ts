import { afterEach, expect, it, vi } from 'vitest';
import { cartQuery } from '@/api/cart';
import { removeLine, stepLine } from '@/api/cartChanges';
import { queryClient } from '@/api/client';
import type { CartLine } from '@/api/schema';

const email = 'siti@ksmart.test';
const line = (id: number, quantity: number) =>
  ({ id, product_id: id, quantity, stock: 10, variant: null, user_email: email }) as CartLine;
const lines = [line(1, 2), line(2, 5), line(3, 1)];
const { queryKey } = cartQuery(email);
const quantities = () =>
  queryClient.getQueryData<CartLine[]>(queryKey)?.map(({ id, quantity }) => [id, quantity]);

afterEach(() => queryClient.clear());

/** Returns a change's error message. */
const refusalOf = (change: Promise<void>) =>
  change.then(
    () => null,
    (error: Error) => error.message,
  );

/** Quantities shown during the server call. */
let shown: ReturnType<typeof quantities>;

/** Refuses the first change; afterwards there is no network. */
function refuseAndGo() {
  vi.spyOn(globalThis, 'fetch')
    .mockImplementationOnce(() => {
      shown = quantities();
      return Promise.resolve(new Response('{"message":"Stok habis."}', { status: 409 }));
    })
    .mockRejectedValue(new TypeError('Failed to fetch'));
  queryClient.setQueryData(queryKey, lines);
}

it('a refused quantity is undone while offline', async () => {
  refuseAndGo();
  expect(await refusalOf(stepLine(lines[1] as CartLine, 1))).toBe('Stok habis.');
  expect(shown?.[1]).toEqual([2, 6]);
  expect(quantities()).toEqual([
    [1, 2],
    [2, 5],
    [3, 1],
  ]);
});

it('a failed removal restores the line in place', async () => {
  refuseAndGo();
  expect(await refusalOf(removeLine(lines[1] as CartLine))).toBe('Stok habis.');
  expect(shown).toHaveLength(2);
  expect(quantities()?.map(([id]) => id)).toEqual([1, 2, 3]);
});

it('a refused tap undoes only its own step', async () => {
  vi.spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(new Response('[]'))
    .mockResolvedValueOnce(new Response('{"message":"Stok habis."}', { status: 409 }))
    .mockRejectedValue(new TypeError('Failed to fetch'));
  queryClient.setQueryData(queryKey, lines);
  const taps = [stepLine(lines[0] as CartLine, 1), stepLine(lines[0] as CartLine, 1)];
  expect(await Promise.all(taps.map(refusalOf))).toEqual([null, 'Stok habis.']);
  expect(quantities()?.[0]).toEqual([1, 3]);
});
