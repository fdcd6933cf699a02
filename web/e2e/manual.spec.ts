/**
 * Links from the office to its manual, and pictures of its screens for the manual. The pictures are
 * only taken again with `MANUAL` set, as by `make manual`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { AdminPeriods, AdminOrders } from '../src/api/schema';
import { expectGoodScreen } from './axe';
import { enter, findMember, Member } from './member';
import { ask, openAsShop, status } from './returning';
import { expect, expectNotice, test } from './shop';

// Changes made for a picture would break other tests.
test.use({ own: true, viewport: { width: 800, height: 704 }, deviceScaleFactor: 2 });
test.beforeEach(({ page }) => enter(page, 'admin@ksmart.test'));

/** Size of a picture, and height of the bar that stays at the top, in pixels. */
const SIZE = { width: 800, height: 640 };
const BAR = 64;

/** Takes a picture of the screen: of a dialog in its middle, or below the bar with `shown` at the top. */
async function take(page: Page, name: string, shown: Locator) {
  await expect(shown).toBeVisible();
  if (!process.env.MANUAL) return;
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main [data-loading]:visible')).toHaveCount(0);
  // Notices of the last change stay for some seconds.
  await expect(page.getByRole('button', { name: 'Tutup pemberitahuan' })).toHaveCount(0);
  await shown.evaluate((element, bar) => {
    const { top } = element.getBoundingClientRect();
    window.scrollTo(0, window.scrollY + top - bar - 24);
  }, BAR);
  const y = (await dialog(page).count()) > 0 ? BAR / 2 : BAR;
  const picture = await page.screenshot({
    clip: { x: 0, y, ...SIZE },
    animations: 'disabled',
  });
  const webp = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 });
    const taken = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(taken, (byte) => String.fromCharCode(byte)).join(''));
  }, picture.toString('base64'));
  const file = new URL(`../../docs/manual/pictures/${name}.webp`, import.meta.url);
  await writeFile(fileURLToPath(file), Buffer.from(webp, 'base64'));
}

/** Opens a page of the office, and takes a picture of its top. */
async function takeTop(page: Page, name: string, path: string) {
  await page.goto(`/admin/${path}`);
  await take(page, name, page.getByRole('heading', { level: 1 }));
}

const dialog = (page: Page) => page.getByRole('dialog');

test('the stock page links to its manual task', async ({ page, context }) => {
  await page.goto('/admin/stock');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Panduan halaman ini' }).click();
  const manual = await opened;
  await manual.setViewportSize({ width: 390, height: 844 });
  await expect(manual.getByRole('heading', { level: 1, name: 'Produk' })).toBeVisible();
  const task = manual.getByRole('heading', { level: 2, name: 'Menambah stok' });
  await expect(task).toBeFocused();
  await expect(task).toBeInViewport({ ratio: 1 });
  await expectGoodScreen(manual);
  await manual.getByRole('link', { name: 'koreksi stok' }).click();
  await expect(manual.getByRole('heading', { name: 'Mengoreksi stok' })).toBeFocused();
});

test('the manual is reached from the menu', async ({ page }) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await page.getByRole('link', { name: 'Panduan', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Panduan' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Menerima barang' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pengembalian' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Menerima barang' })).toBeFocused();
  await expectGoodScreen(page);
  await page.goto('/admin/manual/lain');
  await page.getByRole('link', { name: 'Lihat semua panduan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Panduan' })).toBeVisible();
});

test('pictures of opening the shop', async ({ page }) => {
  await page.goto('/admin/settings');
  await page.getByRole('button', { name: 'Tutup toko' }).click();
  await page.getByRole('button', { name: 'Ya, tutup' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto('/admin');
  await take(page, 'setup-list', page.getByRole('heading', { name: 'Siapkan toko' }));
  await page.getByRole('button', { name: 'Buka toko' }).click();
  await page.getByRole('button', { name: 'Ya, buka' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto('/admin/brand');
  await page.getByRole('textbox', { name: 'Warna toko' }).fill('#f2c94c');
  await expect(page.getByText('Tema gelap', { exact: true })).toBeVisible();
  await take(page, 'brand-colour', page.getByRole('region', { name: 'Warna' }));
});

test('pictures of products', async ({ page }) => {
  await takeTop(page, 'product-new', 'products/new');
  await page.goto('/admin/stock');
  await page.getByRole('button', { name: 'Ubah stok' }).click();
  await dialog(page).getByRole('combobox', { name: 'Produk' }).fill('klorofil');
  await dialog(page)
    .getByRole('option', { name: /Klorofil Mint/ })
    .click();
  await dialog(page).getByLabel('Jumlah yang diterima').fill('50');
  await take(page, 'stock-change', dialog(page));
});

test('pictures of promotions', async ({ page }) => {
  await page.goto('/admin/vouchers');
  await page.getByRole('link', { name: 'SEHAT10' }).click();
  await take(page, 'voucher-form', page.getByRole('heading', { level: 1, name: 'SEHAT10' }));
  await takeTop(page, 'banner-list', 'banners');
});

test('pictures of orders', async ({ page, request }) => {
  await takeTop(page, 'orders-waiting', '');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const { orders } = await admin.get<AdminOrders>('/api/admin/orders?waiting=pack');
  const [first] = orders;
  if (!first) throw new Error('nothing waits to be packed');
  await page.goto(`/admin/orders/${first.order_id}`);
  await expect(page.getByRole('button', { name: 'Kemas pesanan' })).toBeVisible();
  await take(page, 'order-status', page.getByRole('heading', { level: 1 }));
  const cash = await admin.get<AdminOrders>('/api/admin/orders?waiting=cash');
  expect(cash.orders).not.toHaveLength(0);
  const rows = cash.orders.map(({ order_id, total_rp }) => `${order_id};${total_rp};5000\n`);
  await page.goto('/admin/orders/cash');
  await page.getByLabel(/^Pilih file/).setInputFiles({
    name: 'setoran.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`pesanan;jumlah;biaya\n${rows.join('')}`),
  });
  await take(page, 'orders-cod-report', page.getByRole('region', { name: 'Pratinjau' }));
});

test('pictures of returns', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 2);
  await page.goto(`/admin/returns/new?order_id=${order}`);
  await page.getByRole('button', { name: 'Tambah jumlah' }).first().click();
  await take(page, 'return-new', page.getByRole('heading', { level: 1 }));
  await ask(request, member, order, 'refund');
  await openAsShop(page, admin, order);
  await status(page).getByRole('button', { name: 'Setujui' }).click();
  await dialog(page).getByRole('button', { name: 'Setujui' }).click();
  await status(page).getByRole('button', { name: 'Barang diterima' }).click();
  await dialog(page).getByLabel('Layak jual').fill('1');
  await dialog(page).getByLabel('Rusak').fill('1');
  await take(page, 'return-receive', dialog(page));
});

test('pictures of members', async ({ page }) => {
  await findMember(page, 'Siti Aminah');
  await take(page, 'member-page', page.getByRole('heading', { level: 1 }));
  await findMember(page, 'Yusuf Maulana');
  await page.getByRole('button', { name: 'Ubah leader' }).click();
  await dialog(page).getByRole('combobox').fill('maria goreti');
  await dialog(page)
    .getByRole('option', { name: /Maria Goreti/ })
    .click();
  await expect(dialog(page).getByText('5 anggota (termasuk 4 downline)')).toBeVisible();
  await take(page, 'leader-change', dialog(page));
});

test('pictures of a compensation plan', async ({ page }) => {
  await page.goto('/admin/compensation/new');
  await page.getByRole('button', { name: /^Mulai dari sini: Versi 1/ }).click();
  await take(page, 'plan-designer', page.getByRole('navigation', { name: 'Langkah' }));
  await page.getByRole('link', { name: 'Lanjut: uji ulang' }).click();
  await page.getByRole('button', { name: /^Uji \d+ periode$/ }).click();
  await expect(page.getByRole('list', { name: 'Anggota menurut peringkat' }).first()).toBeVisible();
  await take(page, 'plan-replay', page.getByRole('region', { name: 'Semua periode' }));
  await page.getByRole('link', { name: 'Terbitkan' }).click();
  await expect(page.getByRole('region', { name: 'Kemungkinan terburuk di katalog' })).toBeVisible();
  await take(page, 'plan-publish', page.getByRole('navigation', { name: 'Langkah' }));
});

test('pictures of bonuses', async ({ page, request }) => {
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const { periods } = await admin.get<AdminPeriods>('/api/admin/periods');
  const ended = periods.find(({ state }) => state === 'ended');
  await page.goto(`/admin/periods/${ended?.id}`);
  await expect(page.getByText('Bonus terbesar').first()).toBeVisible();
  await take(page, 'period-calculation', page.getByRole('heading', { name: 'Perhitungan bonus' }));
  await page.goto('/admin/payouts/new');
  await page.getByLabel('Periode').selectOption({ index: 1 });
  const prepare = page.getByRole('button', { name: /^Siapkan \d+ bonus$/ });
  await expect(prepare).toBeEnabled();
  await take(page, 'payout-preparation', page.getByRole('heading', { level: 1 }));
  await expectNotice(page, 'Pembayaran disiapkan', () => prepare.click());
  const [, payout] = /payouts\/(\d+)/.exec(page.url()) ?? [];
  await enter(page, 'keuangan@ksmart.test');
  await page.goto(`/admin/payouts/${payout}`);
  await page.getByRole('button', { name: 'Setujui' }).click();
  await dialog(page).getByRole('button', { name: 'Setujui' }).click();
  await take(page, 'payout-approved', page.getByRole('heading', { level: 1 }));
});

test('pictures of reports', async ({ page }) => {
  await takeTop(page, 'cash-book', 'books');
  await takeTop(page, 'sales-report', 'reports');
  await takeTop(page, 'stock-report', 'reports/stock');
});

test('pictures of the office', async ({ page }) => {
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Tambah pengelola' }).click();
  await dialog(page).getByLabel('Email').fill('siti@ksmart.test');
  await dialog(page).getByRole('button', { name: 'Lanjut' }).click();
  await expect(dialog(page).getByText('Pastikan ini orangnya')).toBeVisible();
  await take(page, 'add-administrator', dialog(page));
  await page.goto('/admin/account');
  await take(page, 'two-factors', page.getByRole('heading', { name: 'Verifikasi dua langkah' }));
});

test('pictures of backups', async ({ page }) => {
  await page.goto('/admin/backups');
  await page.getByRole('button', { name: 'Buat cadangan sekarang' }).click();
  await expect(page.getByText('Utuh', { exact: true })).toBeVisible();
  await take(page, 'backups', page.getByRole('heading', { level: 1 }));
});
