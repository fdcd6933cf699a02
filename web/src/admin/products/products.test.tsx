import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AdminProduct } from '@/api/schema';
import { ApiError } from '@/errors';
import { PicturesField } from './PicturesField';
import { copyOf, emptyDraft, payload, type ProductDraft } from './productDraft';
import { emptyVariant } from './variantDraft';
import { VariantsField } from './VariantsField';

describe('the payload of a product', () => {
  it('reports each invalid number at its field', () => {
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

  it('leaves out empty values', () => {
    const jasmine = { ...emptyVariant, name: 'Melati', price_rp: '20.000', picture: 'gone.webp' };
    const typed = {
      ...emptyDraft,
      price_rp: '15.000',
      variants: [jasmine, { ...emptyVariant, name: ' ' }],
    };
    expect(payload(typed)).toMatchObject({
      price_rp: 15000,
      bv: null,
      category_id: null,
      // A picture that was removed from the gallery is no longer the variant's picture.
      variants: [{ name: 'Melati', price_rp: 20000, bv: null, stock: null, picture: '' }],
    });
  });

  it('names the variant of an invalid number', () => {
    const variants = [{ ...emptyVariant, name: 'Melati', bv: 'banyak' }];
    expect(() => payload({ ...emptyDraft, variants })).toThrow(
      'BV varian Melati harus angka bulat tanpa koma.',
    );
  });
});

it('copies a product without its codes or stock', () => {
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
    variants: [
      { id: 3, name: 'Melati', price_rp: 20000, bv: null, sku: 'T-1-M', barcode: '', picture: '' },
    ],
    variant_stocks: [9],
    by_variant: true,
    images: ['products/a.webp'],
    augmented: [],
  } as unknown as AdminProduct;
  expect(copyOf(product)).toMatchObject({
    name: 'Teh (salinan)',
    draft: true,
    category_id: '2',
    sku: '',
    barcode: '',
    shelf: 'B2',
    version: 0,
    price_rp: '15.000',
    opening_stock: '',
    variants: [{ id: null, name: 'Melati', price_rp: '20.000', bv: '', sku: '', stock: '' }],
    by_variant: true,
    images: ['products/a.webp'],
  });
});

function Variants({ begun, product }: { begun: ProductDraft; product?: AdminProduct }) {
  const [draft, setDraft] = useState(begun);
  return (
    <VariantsField
      draft={draft}
      product={product}
      onChange={(typed) => setDraft({ ...draft, ...typed })}
    />
  );
}

const jasmine = { ...emptyVariant, id: 3, name: 'Melati', stock: '4' };

describe('the variants of a product', () => {
  it('are added by Enter, renamed and removed', async () => {
    const user = userEvent.setup();
    render(<Variants begun={{ ...emptyDraft, variants: [jasmine] }} />);
    await user.type(screen.getByLabelText('Nama varian 1'), ' Putih{Enter}Mawar');
    expect(screen.getByLabelText('Nama varian 2')).toHaveProperty('value', 'Mawar');
    await user.click(screen.getByRole('button', { name: 'Hapus varian Melati Putih' }));
    expect(screen.getByLabelText('Nama varian 1')).toHaveProperty('value', 'Mawar');
    expect(screen.queryByLabelText('Nama varian 2')).toBeNull();
  });

  it('show inherited prices and distributed stock', async () => {
    const user = userEvent.setup();
    const product = { stock: 9, by_variant: false, variants: [], variant_stocks: [] };
    render(
      <Variants
        begun={{ ...emptyDraft, price_rp: '15.000', variants: [jasmine] }}
        product={product as unknown as AdminProduct}
      />,
    );
    expect(screen.getByLabelText('Harga varian Melati')).toHaveProperty('placeholder', '15.000');
    expect(screen.queryByLabelText('Stok varian Melati')).toBeNull();
    await user.click(screen.getByLabelText('Hitung stok per varian'));
    expect(screen.getByText('Bagikan stok produk ini, 9 pcs: sudah terisi 4.')).toBeDefined();
    await user.clear(screen.getByLabelText('Stok varian Melati'));
    await user.type(screen.getByLabelText('Stok varian Melati'), '9');
    expect(screen.getByText('Bagikan stok produk ini, 9 pcs: sudah terisi 9.')).toBeDefined();
  });

  it('warn that removing one writes off its stock', async () => {
    const user = userEvent.setup();
    const kept = { stock: 4, by_variant: true, variants: [{ id: 3, name: 'Melati' }] };
    const product = { ...kept, variant_stocks: [4] } as unknown as AdminProduct;
    render(
      <Variants
        begun={{ ...emptyDraft, by_variant: true, variants: [jasmine] }}
        product={product}
      />,
    );
    expect(screen.getByLabelText('Stok varian Melati')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Hapus varian Melati' }));
    expect(screen.getByText(/Stok varian Melati ikut keluar dari buku stok/)).toBeDefined();
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

  it('fail and are retried individually', async () => {
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
