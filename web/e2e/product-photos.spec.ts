/** Pictures for many products at once, by the names of their files. */
import { readFile } from 'node:fs/promises';
import type { AdminProduct } from '../src/api/schema';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expectGoodScreen } from './axe';
import { makeProduct, pictures } from './catalogue';
import { enter, Member } from './member';
import { expect, expectNotice, test } from './shop';

const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/webp', buffer });

async function zip(entries: [string, Buffer][]) {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, bytes] of entries) await writer.add(name, new Uint8ArrayReader(bytes));
  const buffer = Buffer.from(await writer.close());
  return { name: 'foto.zip', mimeType: 'application/zip', buffer };
}

test('pictures are matched to products by SKU', async ({ page, request }) => {
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const kept = async (id: string) =>
    (await admin.get<AdminProduct>(`/api/admin/products/${id}`)).images;
  await enter(page, 'admin@ksmart.test');
  const coded = async (name: string, sku: string) => {
    await makeProduct(page, name);
    await page.getByLabel('SKU', { exact: true }).fill(sku);
    await expectNotice(page, 'Produk disimpan', () =>
      page.getByRole('button', { name: 'Simpan', exact: true }).click(),
    );
    return page.url().split('/').pop() ?? '';
  };
  const [first, second] = [
    await coded('Bergambar satu', 'FOTO-A'),
    await coded('Bergambar dua', 'FOTO-B'),
  ];
  const [one, two] = await Promise.all(pictures.map((path) => readFile(path)));
  if (!one || !two) throw new Error('the demo has no pictures');

  await page.goto('/admin/products');
  await page.getByRole('link', { name: 'Gambar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gambar banyak produk' })).toBeVisible();
  const file = page.getByLabel('Pilih gambar atau zip');
  await file.setInputFiles([named('ZZZ-9.webp', one), named('catatan.txt', two)]);
  await expect(page.getByText('Tidak ada produk dengan SKU atau barcode ini.')).toBeVisible();
  await expect(page.getByText('Bukan gambar jpg, png, atau webp.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pasang/ })).toBeHidden();

  // Pictures from a zip archive are sorted by the numbers in their names. A file that is not a
  // picture fails without stopping the others.
  await file.setInputFiles(
    await zip([
      ['foto/foto-a-2.webp', two],
      ['foto/FOTO-A.webp', one],
      ['foto/FOTO-B.webp', Buffer.from('bukan gambar')],
    ]),
  );
  await expect(page.getByRole('heading', { name: '2 produk' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Pasang 3 gambar ke 2 produk' }).click();
  await expect(page.getByText('Terpasang')).toHaveCount(1);
  const failed = page.getByRole('listitem').filter({ hasText: 'Bergambar dua' });
  await expect(failed.getByRole('alert')).toContainText('foto/FOTO-B.webp: Hanya file gambar');
  await expect(page.getByText('1 produk mendapat gambarnya, 1 gagal.')).toBeVisible();
  await expectGoodScreen(page);
  expect(await kept(first)).toHaveLength(2);
  expect(await kept(second)).toEqual([]);
  const [front] = await kept(first);

  // Further pictures are added after the existing ones, or replace them.
  await file.setInputFiles([named('FOTO-A.webp', two), named('FOTO-B.webp', two)]);
  await page.getByRole('button', { name: 'Pasang 2 gambar ke 2 produk' }).click();
  await expect(page.getByText('2 produk mendapat gambarnya.')).toBeVisible();
  expect((await kept(first))[0]).toBe(front);
  expect(await kept(first)).toHaveLength(3);
  await file.setInputFiles([named('FOTO-A.webp', one)]);
  await page.getByLabel('Ganti gambar yang sudah ada').check();
  await page.getByRole('button', { name: 'Pasang 1 gambar ke 1 produk' }).click();
  await expect(page.getByText('1 produk mendapat gambarnya.')).toBeVisible();
  expect(await kept(first)).toHaveLength(1);
  expect(await kept(second)).toHaveLength(1);

  // More pictures than a product can have are reported before anything is sent.
  await file.setInputFiles(Array.from({ length: 21 }, (_, n) => named(`FOTO-B-${n}.webp`, one)));
  await expect(page.getByText('Terlalu banyak: sudah ada 1, paling banyak 20.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pasang/ })).toBeHidden();
});
