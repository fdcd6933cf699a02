/** Greeting shown to a visitor once a session: a voucher, and then the notice of parcels on the way to the visitor. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { Member } from './member';
import { expect, logIn, test } from './shop';

const popup = (page: Page) => page.getByRole('dialog', { name: /^Voucher / });
const sessionFlag = (page: Page, name: string) =>
  page.evaluate((key) => sessionStorage.getItem(key), name);

test.use({ greeting: true });

test('the popup shows one voucher once a session', async ({ page, request }) => {
  const offered = (await (await request.get('/api/popup-voucher')).json()) as { code: string }[];
  await page.goto('/');
  await expect(popup(page)).toBeVisible();
  await expectAccessible(page);
  const names = offered.map(({ code }) => `Voucher ${code}`);
  expect(names).toContain(await popup(page).getByRole('heading').textContent());
  await popup(page).getByRole('button', { name: 'Tutup' }).click();
  await expect(popup(page)).toBeHidden();
  expect(await sessionFlag(page, 'popupVoucherClosed')).toBe('true');
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(popup(page)).toBeHidden();
});

test('the popup links to its voucher', async ({ page }) => {
  await page.goto('/');
  const code = ((await popup(page).getByRole('heading').textContent()) ?? '').slice(8);
  await popup(page)
    .getByRole('link', { name: `Lihat voucher ${code}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/voucher/${code.toLowerCase()}$`));
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(popup(page)).toBeHidden();
});

test('Escape closes the popup', async ({ page }) => {
  await page.goto('/');
  await expect(popup(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
});

test('a popup closed during startup stays closed', async ({ page }) => {
  // First the page and then the app read whether the popup was closed; it closes right after the
  // second reading.
  await page.addInitScript(() => {
    const read = (key: string) => Storage.prototype.getItem.call(sessionStorage, key);
    let asked = 0;
    Object.defineProperty(sessionStorage, 'getItem', {
      value: (key: string) => {
        const kept = read(key);
        if (key === 'popupVoucherClosed' && (asked += 1) === 2)
          document.querySelector<HTMLDialogElement>('dialog[data-popup]')?.close();
        return kept;
      },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(await sessionFlag(page, 'popupVoucherClosed')).toBe('true');
  await expect(popup(page)).toBeHidden();
});

test('a retry loads the popup after a failure', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/popup-voucher', async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.goto('/why');
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  await page.getByRole('link', { name: 'K-Smart' }).first().click();
  await expect(page.getByText('Memuat data...')).toBeVisible();
  answer();
  await expect(page.getByRole('alert')).toContainText('Gagal memuat popup voucher');
  await page.unroute('**/api/popup-voucher');
  await page.getByRole('alert').getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(popup(page)).toBeVisible();
});

test('a shop without popups shows none', async ({ page }) => {
  await page.route('**/api/popup-voucher', (route) => route.fulfill({ json: [] }));
  await page.goto('/why');
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  await page.getByRole('link', { name: 'K-Smart' }).first().click();
  await expect.poll(() => sessionFlag(page, 'popupVoucherClosed')).toBe('true');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a notice shows shipped orders once a session', async ({ page, request }) => {
  const member = await Member.logIn(request, 'budi@ksmart.test');
  const shipped = (await member.orders()).filter((each) => each.shipment_status === 'dikirim');
  await logIn(page, 'budi@ksmart.test');
  await expect(popup(page)).toBeVisible();
  const told = page.getByRole('dialog', { name: 'Pesanan dalam perjalanan!' });
  await expect(told).toBeHidden();
  await popup(page).getByRole('button', { name: 'Tutup' }).click();
  await expect(told).toContainText(`Anda memiliki ${shipped.length} pesanan`);
  await expect(told).toContainText('Pesanan Diterima');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/my-order$/);
  expect(await sessionFlag(page, 'shipmentAlertShow')).toBe('true');
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(told).toBeHidden();
});
