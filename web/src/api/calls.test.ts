import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, query, refresh, request } from '@/api/calls';
import { queryClient } from '@/api/client';
import { currentOf, save } from '@/api/save';

const banner = {
  id: 3,
  picture: 'banners/a.webp',
  alt: 'Diskon',
  link: null,
  switched_off: false,
  state: 'running' as const,
  version: 2,
};
const theirs = { ...banner, alt: 'Diskon besar', version: 3 };
const params = { id: 3 };
const keep = query('/api/admin/banners/{id}', params);
const { id: _id, ...body } = banner;

function answerWith(status: number, answer: unknown) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json(answer, { status })));
}

const isOld = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated;

afterEach(() => queryClient.clear());

describe('an address', () => {
  it('has its parameters in the path and query', () => {
    expect(addressOf('/api/a/{id}/b', { id: 'x/y', search: '', limit: 8, cursor: null })).toBe(
      '/api/a/x%2Fy/b?limit=8',
    );
  });

  it('is the key of its query', () => {
    expect(query('/api/reviews', { product_id: 3 }).queryKey).toEqual([
      '/api/reviews?product_id=3',
    ]);
  });
});

describe('a call outside the API document', () => {
  it('does not compile', () => {
    const wrong = [
      // @ts-expect-error -- no such path
      () => request('GET /api/bananas'),
      // @ts-expect-error -- no such method at this path
      () => request('DELETE /api/me'),
      // @ts-expect-error -- the path has a parameter
      () => query('/api/product/{id}'),
      // @ts-expect-error -- no such parameter
      () => query('/api/products', { colour: 'red' }),
      // @ts-expect-error -- the body has other fields
      () => request('POST /api/login', { body: { email: 'a@b.c' } }),
    ];
    expect(wrong).toHaveLength(5);
  });
});

describe('a change', () => {
  it('stores the answer and refetches the rest', async () => {
    queryClient.setQueryData(['/api/banners'], []);
    const fetched = answerWith(200, theirs);
    await save('PUT /api/admin/banners/{id}', { params, body }, { keep });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/admin/banners/3');
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: JSON.stringify(body) });
    expect(queryClient.getQueryData(keep.queryKey)).toEqual(theirs);
    expect(isOld(['/api/banners'])).toBe(true);
  });

  it('refetches only the data that it changes', async () => {
    queryClient.setQueryData(['/api/cart?email=a'], []);
    queryClient.setQueryData(['/api/products'], []);
    answerWith(200, {});
    await save('DELETE /api/cart/{id}', { params }, { changes: ['/api/cart'] });
    expect([isOld(['/api/cart?email=a']), isOld(['/api/products'])]).toEqual([true, false]);
  });

  it('shows the current data after a conflict', async () => {
    queryClient.setQueryData(keep.queryKey, banner);
    answerWith(409, { message: 'Baru saja diubah.', code: 'edit_conflict', current: theirs });
    const late = save('PUT /api/admin/banners/{id}', { params, body }, { keep });
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(currentOf(await late.catch((error: unknown) => error))).toEqual(theirs);
    expect(queryClient.getQueryData(keep.queryKey)).toEqual(theirs);
  });

  it('leaves the data unchanged after a refusal', async () => {
    queryClient.setQueryData(keep.queryKey, banner);
    answerWith(422, { message: 'Teks wajib diisi.', code: 'invalid_field' });
    await expect(
      save('PUT /api/admin/banners/{id}', { params, body }, { keep }),
    ).rejects.toMatchObject({ status: 422 });
    expect([queryClient.getQueryData(keep.queryKey), isOld(keep.queryKey)]).toEqual([
      banner,
      false,
    ]);
  });
});

it('refreshes every address with that prefix', async () => {
  queryClient.setQueryData(['/api/bv-report?period_id=1', 'pages'], {});
  await refresh('/api/bv-report');
  expect(isOld(['/api/bv-report?period_id=1', 'pages'])).toBe(true);
});
