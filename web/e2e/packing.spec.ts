/** Packing and shipping of orders: printed documents, and packing with a scanner. */
import type { Locator, Page } from '@playwright/test';
import type { AdminOrder, AdminProduct } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

const tea = 'Teh Rosella';

/**
 * Places cash orders of a member, whose goods have codes and a shelf, and stores the
 * administrator's session in the browser.
 */
async function begin(page: Page, buyer: Member, admin: Member, orders: number) {
  const numbers: string[] = [];
  for (let n = 0; n < orders; n += 1) numbers.push(await buyer.order(tea, 2, 'cod'));
  const order = await admin.get<AdminOrder>(`/api/admin/orders/${numbers[0]}`);
  const path = `/api/admin/products/${order.lines[0]?.product_id}`;
  const product = await admin.get<AdminProduct>(path);
  const codes = { sku: 'TEH-1', barcode: '8991234567897', shelf: 'A-03' };
  expect((await admin.send('PUT', path, { ...product, ...codes })).status()).toBe(200);
  await admin.enter(page);
  return numbers as [string, ...string[]];
}

/** Types a code as a scanner does: ended with Enter, wherever the focus is. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

test('slips, labels and pick lists are printed', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const [first, second = ''] = await begin(page, buyer, admin, 2);
  await page.goto(`/admin/orders/print?kind=label&ids=${first},${second},KS-0`);
  const label = page.getByRole('article', { name: `Label ${first}` });
  await expect(label.getByText(/^TAGIH COD Rp/)).toBeVisible();
  await expect(label.getByRole('img', { name: `Barcode ${first}` })).toBeVisible();
  await expect(page.getByText('Tidak ditemukan: KS-0.')).toBeVisible();
  await expectGoodScreen(page);
  // The number of printed pages fits the paper: one page per label, or one for four labels.
  const pages = async () =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
      ?.length;
  expect(await pages()).toBe(2);
  await page.getByLabel('Kertas label').selectOption('100 × 150 mm');
  expect(await pages()).toBe(2);
  await page.getByLabel('Kertas label').selectOption('A4, empat label');
  expect(await pages()).toBe(1);
  await page.reload();
  await expect(page.getByLabel('Kertas label')).toHaveValue('a4');

  await page.getByRole('link', { name: 'Slip' }).click();
  const slip = page.getByRole('article', { name: `Slip ${second}` });
  await expect(slip.getByText(tea)).toBeVisible();
  await expect(slip.getByText('Rak A-03 · SKU TEH-1')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Daftar ambil' }).click();
  const list = page.getByRole('article', { name: 'Daftar ambil barang' });
  await expect(list.getByRole('row').filter({ hasText: tea })).toContainText(
    `SKU TEH-1 · ${first} × 2, ${second} × 2`,
  );
  await expect(list.getByRole('row').filter({ hasText: tea }).getByRole('cell').last()).toHaveText(
    '4',
  );
  await expectGoodScreen(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Cetak' })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(list).toBeVisible();
});

test('a scanned parcel accepts only its products', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const [first, second = ''] = await begin(page, buyer, admin, 2);
  await page.goto('/admin/orders');
  // The first key pressed after the field appears is received, however slow the machine is.
  const heard = await page.evaluateHandle(() => ({
    firstKey: new Promise<boolean>((resolve) => {
      new MutationObserver((_, observer) => {
        const field = document.querySelector('main form input[maxlength="100"]');
        if (!field) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'K', bubbles: true }));
        resolve(document.activeElement === field);
      }).observe(document, { childList: true, subtree: true });
    }),
  }));
  await page.getByRole('link', { name: 'Pindai & kemas' }).click();
  expect(await heard.evaluate(({ firstKey }) => firstKey)).toBe(true);
  await expect(page.getByRole('textbox', { name: 'Label pesanan' })).toBeVisible();
  await scan(page, 'KS-0');
  await expect(page.getByText('KS-0 bukan label pesanan.')).toBeVisible();
  await scan(page, first);
  await expect(page.getByRole('textbox', { name: 'Barang' })).toBeFocused();
  await expect(page.getByText('0 / 2')).toBeVisible();
  await expectGoodScreen(page);
  await scan(page, '8990000000000');
  await expect(page.getByText('8990000000000 bukan isi pesanan ini.')).toBeVisible();
  await expectAccessible(page);
  await scan(page, '8991234567897');
  await expect(page.getByText('1 / 2')).toBeVisible();
  // A piece whose code cannot be read is counted manually.
  await page.getByRole('button', { name: `Hitung satu ${tea}` }).click();
  await expect(page.getByText('2 / 2')).toBeVisible();
  await scan(page, second);
  await expect(page.getByText('Isi paket sudah lengkap. Pindai labelnya')).toBeVisible();
  await scan(page, first);
  await expect(page.getByText(`${first} dikemas. Pindai label berikutnya.`)).toBeVisible();
  expect((await admin.get<AdminOrder>(`/api/admin/orders/${first}`)).shipment_status).toBe(
    'dikemas',
  );
  await scan(page, first);
  await expect(page.getByText(`${first} sudah dikemas.`)).toBeVisible();

  // A scanner does not wait for the screen: all codes are scanned at once, up to the courier's
  // tracking number.
  await page.getByLabel('Langsung dikirim').check();
  for (const code of [second, '8991234567897', 'teh-1', 'JP900']) await scan(page, code);
  await expect(page.getByText(`${second} dikirim. Pindai label berikutnya.`)).toBeVisible();
  const sent = await admin.get<AdminOrder>(`/api/admin/orders/${second}`);
  expect([sent.shipment_status, sent.resi]).toEqual(['dikirim', 'JP900']);
  await expect(page.getByRole('heading', { name: 'Sudah selesai: 2 pesanan' })).toBeVisible();
  await expectGoodScreen(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('ten orders are shipped with at most 8 clicks', async ({ page, request }) => {
  test.slow();
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const numbers = await begin(page, buyer, admin, 10);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto('/admin');
  await click(page.getByRole('link', { name: /Perlu dikemas/ }));
  await click(page.getByRole('checkbox', { name: 'Pilih semua' }));
  await click(page.getByRole('link', { name: 'Daftar ambil' }));
  await click(page.getByRole('button', { name: 'Cetak' }));
  await click(page.getByRole('link', { name: 'Label' }));
  for (const number of numbers)
    await expect(page.getByRole('article', { name: `Label ${number}` })).toBeVisible();
  await click(page.getByRole('button', { name: 'Cetak' }));
  await click(page.getByRole('link', { name: 'Pindai & kemas' }));
  await click(page.getByLabel('Langsung dikirim'));
  for (const [n, number] of numbers.entries())
    for (const code of [number, '8991234567897', '8991234567897', `JP${n}`]) await scan(page, code);
  await expect(page.getByRole('heading', { name: 'Sudah selesai: 10 pesanan' })).toBeVisible();
  for (const [n, number] of numbers.entries()) {
    const sent = await admin.get<AdminOrder>(`/api/admin/orders/${number}`);
    expect([sent.shipment_status, sent.resi]).toEqual(['dikirim', `JP${n}`]);
  }
  expect(clicks).toBeLessThanOrEqual(8);
});
