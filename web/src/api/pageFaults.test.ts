import { beforeEach, expect, it, vi } from 'vitest';
import { OFFLINE } from '@/errors';

const running = 'https://toko.example/assets/index-a1b2c3d.js';

function faultAt(line: number): Error {
  const error = new TypeError('x is undefined');
  error.stack = `TypeError: x is undefined
    at pay (https://toko.example/assets/CheckoutPage-e4f5a6b.js:${line}:20)
    at https://toko.example/assets/base-c3.js:2:30
    at chrome-extension://abc/content.js:1:1`;
  return error;
}

/**
 * Simulates a page without reports so far; returns the reporting function, and the reports sent.
 */
async function open() {
  vi.resetModules();
  const { tellFault } = await import('./pageFaults');
  const { ApiError: Refused } = await import('@/errors');
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  const bodies = () => fetched.mock.calls.map(([, sent]) => JSON.parse(String(sent?.body)));
  return { tell: (error: unknown) => tellFault(error, running), bodies, fetched, Refused };
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

it('reports an error once, without personal data', async () => {
  history.replaceState(null, '', '/reset-password/rahasia');
  const { tell, bodies, fetched } = await open();
  tell(faultAt(10));
  tell(faultAt(10));
  expect(bodies()).toEqual([
    {
      name: 'TypeError',
      message: 'x is undefined',
      place: '/reset-password',
      build: 'index-a1b2c3d.js',
      frames: ['CheckoutPage-e4f5a6b.js:10:20', 'base-c3.js:2:30'],
    },
  ]);
  expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('authorization');
});

it('reports at most three errors', async () => {
  const { tell, bodies } = await open();
  for (let line = 1; line <= 5; line += 1) tell(faultAt(line));
  expect(bodies()).toHaveLength(3);
});

it('ignores network and extension errors', async () => {
  const { tell, bodies, Refused } = await open();
  const offline = Object.assign(new Refused(OFFLINE, 0, 'offline', false), {
    stack: faultAt(1).stack,
  });
  const unfetched = faultAt(2);
  unfetched.message =
    'Failed to fetch dynamically imported module: https://toko.example/assets/x.js';
  const foreign = Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/c.js:1:1' });
  const unstyled = faultAt(3);
  unstyled.message = 'Unable to preload CSS for /assets/routes-x.css';
  for (const error of [offline, unfetched, unstyled, foreign, 'text', undefined]) tell(error);
  expect(bodies()).toEqual([]);
});

it.each([
  ['/', '/'],
  ['/checkout', '/checkout'],
  ['/my-order-detail/KS-1', '/my-order-detail'],
  ['/admin', '/admin'],
  ['/admin/members/ID0001', '/admin/members'],
  ['/admin/ID0001', '/admin'],
  ['/siti@ksmart.test', '/'],
])('reports the address %s as %s', async (path, place) => {
  const { placeOf } = await import('./pageFaults');
  expect(placeOf(path)).toBe(place);
});
