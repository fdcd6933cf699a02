import { now } from './clock';
import { expect, test } from './shop';

test('the voucher list is searched by code', async ({ page }) => {
  await page.goto('/');
  const { width } = page.viewportSize() ?? { width: 0 };
  if (width < 768) await page.getByRole('button', { name: 'Buka menu' }).click();
  await page.getByRole('link', { name: 'Voucher', exact: true }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6);
  const search = page.getByRole('combobox', { name: 'Cari voucher' });
  await search.fill('sEhAt');
  await expect(page.getByRole('option')).toHaveText(['SEHAT10Diskon 10%']);
  await search.press('Enter');
  await expect(page).toHaveURL(/\/voucher\?keyword=sEhAt$/);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Pekan hidup sehat' }).click();
  await expect(page).toHaveURL(/\/voucher\/sehat10$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Pekan hidup sehat' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('sEhAt');
  await search.fill('');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/voucher$/);
});

test('an empty voucher search does nothing', async ({ page }) => {
  await page.clock.install({ time: now() });
  await page.goto('/voucher');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6);
  const search = page.getByRole('combobox', { name: 'Cari voucher' });
  const went: string[] = [];
  page.on('framenavigated', (frame) => went.push(frame.url()));
  await search.fill('   ');
  await search.press('Enter');
  // Longer than any delay after typing.
  await page.clock.runFor(5000);
  expect(went).toEqual([]);
  await page.clock.resume();
  await search.fill('TIDAKADA');
  await expect(page.getByText('Voucher tidak ditemukan.')).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('main').getByText('Voucher tidak ditemukan.').last()).toBeVisible();
  await page.getByRole('link', { name: 'Lihat semua voucher' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6);
});

for (const address of ['ksmartbaru', 'KSMARTBARU', '1-KSMARTBARU', '1-ksmartbaru'])
  test(`/voucher/${address} opens the voucher`, async ({ page }) => {
    await page.goto(`/voucher/${address}`);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Hadiah anggota baru' }),
    ).toBeVisible();
    await expect(
      page.getByText(/^Diskon 12,5% .* berlaku sampai \d+ \p{L}+ \d{4}$/u),
    ).toBeVisible();
    await expect(
      page.getByText('Satu transaksi hanya dapat memakai satu kode voucher.'),
    ).toBeVisible();
  });

test('a copied code is confirmed for two seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install({ time: now() });
  await page.goto('/voucher/ksmartbaru');
  const copy = page.getByRole('button', { name: 'Salin kode' });
  // Waits until React has hydrated the HTML from the server: it could not do so with the clock
  // stopped.
  const known = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps$'));
  await expect.poll(() => copy.evaluate(known)).toBe(true);
  await page.clock.pauseAt(now() + 60_000);
  await copy.click();
  await expect(page.getByText('Kode Disalin!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('KSMARTBARU');
  await page.clock.runFor(2000);
  await expect(page.getByText('Kode Disalin!')).toBeHidden();
  await expect(copy).toBeVisible();
});

test('the code is shown when copying fails', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('not allowed')) },
    });
  });
  await page.goto('/voucher/ksmartbaru');
  await page.getByRole('button', { name: 'Salin kode' }).click();
  await expect(page.getByText('Salin sendiri: KSMARTBARU')).toBeVisible();
});

test('an expired voucher is shown as expired', async ({ page }) => {
  await page.goto('/voucher/hemat25');
  await expect(page.getByText('voucher ini tidak berlaku lagi')).toBeVisible();
});

test('a reload shows the voucher without the server', async ({ page }) => {
  await page.goto('/voucher');
  await page.getByRole('link', { name: 'Pekan hidup sehat' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pekan hidup sehat');
  await page.route('**/api/vouchers', () => new Promise(() => {}));
  // The navigation's state survives a reload.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pekan hidup sehat');
});

test('an unknown voucher is not found', async ({ page }) => {
  await page.goto('/voucher/999-TIDAKADA');
  await expect(page.getByText('Voucher tidak ditemukan.')).toBeVisible();
  await page.getByRole('link', { name: 'Lihat semua voucher' }).click();
  await expect(page).toHaveURL(/\/voucher$/);
});

test('a shop without vouchers shows a message', async ({ page }) => {
  await page.route('**/api/vouchers', (route) => route.fulfill({ json: [] }));
  await page.goto('/voucher');
  await expect(page.getByText('Tidak ada voucher yang tersedia.')).toBeVisible();
});
