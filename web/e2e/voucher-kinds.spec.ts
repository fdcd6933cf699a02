/**
 * Vouchers in rupiah, for some products, for some members and for the shipping: making and using
 * them.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { User } from '../src/api/schema';
import { expectAccessible } from './axe';
import { momentIn } from './clock';
import { enter, Member } from './member';
import { amount, expect, test } from './shop';
import { checkOutAll, fillCheckout, shippingCost, total } from './steps';
import { visit } from './visit';

// Changes made here would break the tests of vouchers.
test.use({ own: true });

const PICTURE = fileURLToPath(new URL('../public/icon-512.png', import.meta.url));

/** Opens the form of a new voucher and fills in the fields that every voucher has. */
async function begin(page: Page, code: string): Promise<void> {
  await page.goto('/admin/vouchers/new');
  await page.getByLabel('Kode', { exact: true }).fill(code);
  await page.getByLabel('Judul').fill(`Voucher ${code}`);
  await page.getByLabel('Mulai (WIB)').fill(momentIn(-1));
  await page.getByLabel('Berakhir (WIB)').fill(momentIn(7));
  await page.getByLabel('Gambar', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByRole('img', { name: 'Gambar' })).toBeVisible();
}

async function keep(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Buat voucher' }).click();
  await expect(page).toHaveURL(/\/admin\/vouchers$/);
  await expect(page.getByRole('row', { name: new RegExp(code) })).toBeVisible();
}

async function use(page: Page, code: string): Promise<void> {
  await page.getByLabel('Kode voucher').fill(code);
  await page.getByRole('button', { name: 'Pakai', exact: true }).click();
}

test('vouchers apply to chosen products and members', async ({ page, request, shop, browser }) => {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  const { uid } = await buyer.get<User>('/api/me');
  await enter(page, 'admin@ksmart.test');

  await begin(page, 'SPIRU20');
  await page.getByLabel('Jenis potongan').selectOption('Rupiah dari harga produk');
  await page.getByLabel('Potongan (rupiah)').fill('20000');
  await page.getByLabel('Berlaku untuk').selectOption('Kategori atau produk tertentu');
  await page.getByRole('button', { name: 'Buat voucher' }).click();
  await expect(
    page.getByText('Pilih paling sedikit satu produk atau kategori.').first(),
  ).toBeVisible();
  await page.getByLabel('Tambah produk').fill('Spirulina');
  await page.getByRole('option', { name: /Spirulina/ }).click();
  await expect(
    page.getByRole('list', { name: 'Produk yang dipilih' }).getByText(/Spirulina/),
  ).toBeVisible();
  await expectAccessible(page);
  await keep(page, 'SPIRU20');
  await expect(page.getByRole('row', { name: /SPIRU20/ })).toContainText('produk tertentu');

  await begin(page, 'ONGKIRBUDI');
  await page.getByLabel('Jenis potongan').selectOption('Gratis ongkir');
  await page.getByLabel('Untuk', { exact: true }).selectOption('Anggota tertentu');
  await page.getByLabel('ID anggota, satu per baris').fill('KS1');
  await page.getByRole('button', { name: 'Buat voucher' }).click();
  await expect(page.getByText('Tidak ada anggota dengan ID KS1.').first()).toBeVisible();
  await page.getByLabel('ID anggota, satu per baris').fill(uid.toLowerCase());
  await keep(page, 'ONGKIRBUDI');
  await page.getByRole('link', { name: 'ONGKIRBUDI' }).click();
  await expect(page.getByLabel('ID anggota, satu per baris')).toHaveValue(uid);

  await buyer.fillCart('Propolis Tetes');
  await visit(browser, `${shop}/voucher`, async (visitor) => {
    await expect(visitor.getByText(/^Potongan Rp\s20\.000 · berlaku sampai/)).toBeVisible();
    await expect(visitor.getByText('ONGKIRBUDI')).toHaveCount(0);
    await visitor.getByRole('link', { name: 'Voucher SPIRU20' }).click();
    await expect(visitor.getByRole('heading', { name: 'Berlaku untuk' })).toBeVisible();
    await expect(visitor.getByText(/^Spirulina/)).toBeVisible();

    await buyer.enter(visitor);
    await checkOutAll(visitor);
    await fillCheckout(visitor);
    const before = amount(await total(visitor).textContent());
    await use(visitor, 'SPIRU20');
    await expect(
      visitor.getByText('Voucher ini tidak berlaku untuk produk yang Anda pilih.'),
    ).toBeVisible();
    await visitor.getByRole('button', { name: 'Hapus' }).click();
    await use(visitor, 'ONGKIRBUDI');
    await expect(visitor.getByText('Voucher berhasil digunakan! Gratis ongkir')).toBeVisible();
    await expect(shippingCost(visitor)).toHaveText('Gratis');
    const borne = visitor
      .getByText('Ongkir ditanggung voucher')
      .locator('xpath=following-sibling::dd');
    const after = amount(await total(visitor).textContent());
    expect(before - after).toBe(amount(await borne.textContent()));
    await visitor.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await visitor.waitForURL(/\/sandbox\//);
    await visitor.getByRole('button', { name: 'Bayar', exact: true }).click();
    await visitor.waitForURL(/\/payment-callback/);
    await visitor.getByRole('link', { name: 'Lihat pesanan' }).click();
    const charged = visitor.getByText('Total Pesanan').locator('xpath=following-sibling::dd');
    expect(amount(await charged.textContent())).toBe(after);
    await expect(visitor.getByText('Ongkir ditanggung voucher')).toBeVisible();
  });

  await page.goto('/admin/orders');
  await page.getByRole('link', { name: /^KS-/ }).first().click();
  await expect(page.getByText('Ongkir ditanggung voucher')).toBeVisible();
});
