import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AdminProduct } from '@/api/schema';
import { ApiError } from '@/errors';
import { PicturesField } from './PicturesField';
import { copyOf, emptyDraft, payload } from './productDraft';
import { VariantsField } from './VariantsField';

describe('what the form of a product sends', () => {
  it('names each number that is none by its field', () => {
    const typed = { ...emptyDraft, price_rp: 'mahal', bv: '1,5' };
    const refused = (() => {
      try {
        return payload(typed);
      } catch (error) {
        return error;
      }
    })() as ApiError;
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused.answer).toEqual({
      fields: [
        { field: 'price_rp', message: 'Harga harus angka bulat tanpa koma.' },
        { field: 'bv', message: 'BV harus angka bulat tanpa koma.' },
      ],
    });
  });

  it('leaves out what is empty', () => {
    const typed = { ...emptyDraft, price_rp: '15.000', variants: ['Melati', ' '] };
    expect(payload(typed)).toMatchObject({
      price_rp: 15000,
      bv: null,
      category_id: null,
      variants: ['Melati'],
    });
  });
});

it('is copied without what tells it from all others', () => {
  const product = {
    id: 7,
    version: 4,
    name: 'Teh',
    category_id: 2,
    sku: 'T-1',
    barcode: '899',
    shelf: 'B2',
    price_rp: 15000,
    bv: 10,
    weight_gr: 250,
    net_ml: 0,
    min_order: 1,
    stock: 9,
    variants: ['Melati'],
    images: ['products/a.webp'],
    augmented: [],
  } as unknown as AdminProduct;
  expect(copyOf(product)).toMatchObject({
    name: 'Teh (salinan)',
    category_id: '2',
    sku: '',
    barcode: '',
    shelf: 'B2',
    version: 0,
    price_rp: '15.000',
    opening_stock: '',
    variants: ['Melati'],
    images: ['products/a.webp'],
  });
});

function Variants({ begun }: { begun: string[] }) {
  const [variants, setVariants] = useState(begun);
  return <VariantsField variants={variants} onChange={setVariants} />;
}

describe('the variants of a product', () => {
  it('are added by Enter, renamed and taken away', async () => {
    const user = userEvent.setup();
    render(<Variants begun={['Melati']} />);
    await user.type(screen.getByLabelText('Nama varian 1'), ' Putih{Enter}Mawar');
    expect(screen.getByLabelText('Nama varian 2')).toHaveProperty('value', 'Mawar');
    await user.click(screen.getByRole('button', { name: 'Hapus varian Melati Putih' }));
    expect(screen.getByLabelText('Nama varian 1')).toHaveProperty('value', 'Mawar');
    expect(screen.queryByLabelText('Nama varian 2')).toBeNull();
  });
});

function Pictures() {
  const [pictures, setPictures] = useState<string[]>([]);
  return (
    <PicturesField
      name="images"
      label="Gambar"
      hint="Petunjuk"
      pictures={pictures}
      onChange={setPictures}
    />
  );
}

describe('the pictures of a product', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('come in the order in which they were chosen, each failing by itself', async () => {
    const refused = new Set(['dua.png']);
    vi.stubGlobal('fetch', (_path: string, { body }: { body: FormData }) => {
      const { name } = body.get('picture') as File;
      const answer = refused.has(name)
        ? [{ message: 'Gambar rusak.', code: 'invalid_field' }, 422]
        : [{ picture: `products/${name}`, width: 1, height: 1 }, 201];
      return Promise.resolve(
        new Response(JSON.stringify(answer[0]), { status: Number(answer[1]) }),
      );
    });
    const user = userEvent.setup();
    render(<Pictures />);
    const files = ['satu.png', 'dua.png', 'tiga.png'].map(
      (name) => new File(['x'], name, { type: 'image/png' }),
    );
    await user.upload(screen.getByLabelText('Tambah Gambar'), files);
    await screen.findByText('dua.png: Gambar rusak.');
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2));
    refused.clear();
    await user.click(screen.getByRole('button', { name: 'Coba lagi' }));
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(3));
    const shown = screen.getAllByRole('img').map((image) => image.getAttribute('src'));
    expect(shown.map((src) => /products\/(\w+)/.exec(src ?? '')?.[1])).toEqual([
      'satu',
      'tiga',
      'dua',
    ]);
    expect(screen.queryByText(/Gambar rusak/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hapus Gambar 1' }));
    expect(screen.getAllByRole('img')).toHaveLength(2);
  });
});
