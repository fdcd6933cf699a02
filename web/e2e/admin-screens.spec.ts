/** Every page of the office, opened by its address alone. */
import { expectGoodScreen, expectLoaded, expectNothingCut, expectWholeCards } from './axe';
import { enter } from './member';
import { expect, test } from './shop';

const screens = [
  ['', 'Hari ini'],
  ['orders', 'Pesanan'],
  ['returns', 'Pengembalian'],
  ['books', 'Buku kas'],
  ['reports', 'Laporan'],
  ['reports?by=hour', 'Laporan'],
  ['reports?by=member', 'Laporan'],
  ['reports/stock', 'Laporan stok'],
  ['reports/lapsed', 'Berhenti belanja'],
  ['reports/cohorts', 'Belanja ulang'],
  ['books?by=period', 'Buku kas'],
  ['products', 'Produk'],
  ['products/new', 'Produk baru'],
  ['orders/cash', 'Laporan COD kurir'],
  ['products/import', 'Impor produk'],
  ['products/pictures', 'Gambar banyak produk'],
  ['products/1', 'Klorofil Mint'],
  ['categories', 'Kategori'],
  ['stock', 'Stok'],
  ['vouchers', 'Voucher'],
  ['vouchers/new', 'Voucher baru'],
  ['vouchers/1', 'KSMARTBARU'],
  ['banners', 'Banner'],
  ['banners/1', 'Banner'],
  ['popup-vouchers', 'Popup voucher'],
  ['popup-vouchers/1', 'Popup voucher'],
  ['reviews', 'Ulasan'],
  ['questions', 'Pertanyaan'],
  ['pages', 'Halaman'],
  ['pages/why', 'Kenapa Harus K-Link?'],
  ['agreements', 'Kode etik & ketentuan'],
  ['agreements/terms', 'Syarat dan Ketentuan'],
  ['members', 'Anggota'],
  ['members/new', 'Anggota baru'],
  ['network', 'Jaringan'],
  ['periods', 'Periode BV'],
  ['periods/new', 'Periode baru'],
  ['periods/recurrence', 'Periode berulang'],
  // The heading is the period's name, which contains the date of the demo.
  ['periods/1', / \d{4} – /],
  ['compensation', 'Rencana kompensasi'],
  ['compensation/new', 'Buat rencana'],
  ['compensation/1', /^Versi 1: /],
  ['payouts', 'Pembayaran bonus'],
  ['payouts/new', 'Siapkan pembayaran'],
  ['payouts/formats', 'Format berkas bank'],
  ['tax', 'Pajak bonus'],
  ['tax/rules', 'Aturan PPh 21'],
  ['staff', 'Pengelola'],
  ['staff/logins', 'Login pengelola'],
  ['messages', 'Pesan keluar'],
  ['messages/texts', 'Teks pesan'],
  ['messages/webhooks', 'Webhook'],
  ['audit', 'Catatan perubahan'],
  ['backups', 'Cadangan'],
  ['audit/page-faults', 'Gangguan halaman'],
  ['audit/jobs', 'Pekerjaan toko'],
  ['settings', 'Pengaturan'],
  ['settings/shipping', 'Pengiriman'],
  ['brand', 'Merek'],
  ['account', 'Akun saya'],
] as const;

test.beforeEach(({ page }) => enter(page, 'admin@ksmart.test'));

for (const [path, heading] of screens)
  test(`/admin/${path} passes the screen checks`, async ({ page }) => {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectGoodScreen(page);
    // Screen readers need a row header to announce the row of a cell.
    const nameless = page.locator('tbody tr:not(:has(th[scope=row]))');
    await expect(nameless).toHaveCount(0);
  });

const lists = ['orders', 'products', 'stock', 'vouchers', 'members', 'periods'];

test('list cards fit on the smallest phone', async ({ page }) => {
  const others =
    'reviews questions returns payouts tax compensation staff staff/logins messages backups audit banners categories';
  for (const list of [...lists, ...others.split(' ')]) {
    await page.goto(`/admin/${list}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLoaded(page);
    await expect(page.locator('main [data-loading]:visible')).toHaveCount(0);
    await expectWholeCards(page);
  }
});

test('lists fit on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  for (const path of lists) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectNothingCut(page);
  }
});

test('lists and their filters fit a small desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  for (const path of [...lists, 'returns', 'messages', 'payouts', 'reviews']) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLoaded(page);
    await expect(page.locator('main [data-loading]:visible')).toHaveCount(0);
    await expectNothingCut(page);
    const short = await page.locator('main select').evaluateAll((selects) =>
      (selects as HTMLSelectElement[])
        .filter((select) => {
          const style = getComputedStyle(select);
          const pen = document.createElement('canvas').getContext('2d');
          if (!pen) return true;
          pen.font = style.font;
          const text = select.selectedOptions[0]?.text ?? '';
          const arrow = 16;
          const inner =
            select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
          return inner - arrow < pen.measureText(text).width;
        })
        .map(({ selectedOptions }) => selectedOptions[0]?.text),
    );
    expect([path, short]).toEqual([path, []]);
  }
});

test('actions for chosen orders fit on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/orders');
  await page.getByRole('checkbox', { name: /^Pilih semua/ }).check();
  await expect(page.getByRole('checkbox', { name: /^Pilih KS-/ }).first()).toBeChecked();
  const bar = page.getByRole('region', { name: 'Pesanan yang dipilih' });
  for (const name of ['Kemas', 'Kirim', 'Selesaikan', 'Slip', 'Label'])
    await expect(bar.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
});

test('the office menu fits without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/settings');
  const menu = page.getByRole('navigation', { name: 'Kantor' });
  await expect(menu.getByRole('link', { name: 'Pengaturan' })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole('link', { name: 'Lihat toko' })).toBeInViewport({ ratio: 1 });
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  );
});

test('the menu footer stays visible on a low screen', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 600 });
  await page.goto('/admin/settings');
  const menu = page.getByRole('navigation', { name: 'Kantor' });
  await expect(menu.getByRole('link', { name: 'Lihat toko' })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole('button', { name: /^Logout/ })).toBeInViewport({ ratio: 1 });
  // The entry of the open page is in view, and the rest is reached by scrolling.
  await expect(menu.getByRole('link', { name: 'Pengaturan' })).toBeInViewport({ ratio: 1 });
  const first = menu.getByRole('link').first();
  await first.focus();
  await expect(first).toBeInViewport({ ratio: 1 });
});

test('the save bar does not cover an open list', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/vouchers/new');
  await page.getByLabel('Berlaku untuk').selectOption('Kategori atau produk tertentu');
  const box = page.getByRole('combobox', { name: 'Tambah produk' });
  const save = page.getByRole('button', { name: 'Buat voucher' });
  const [field, bar] = [await box.boundingBox(), await save.boundingBox()];
  if (!field || !bar) throw new Error('the form is not there');
  // Scrolls the field to just above the bar, so that the list would reach under it.
  await page.evaluate((by) => scrollBy(0, by), field.y + field.height + 24 - bar.y);
  await box.fill('teh');
  const option = page.getByRole('option', { name: /teh/i }).first();
  await expect(option).toBeVisible();
  const covered = () =>
    option.evaluate((each) => {
      const { left, top, height } = each.getBoundingClientRect();
      return !each.contains(document.elementFromPoint(left + 20, top + height / 2));
    });
  await expect.poll(covered).toBe(false);
});

test('order actions are a few tab stops away', async ({ page }) => {
  await page.goto('/admin/orders');
  const choices = page.getByRole('checkbox', { name: /^Pilih KS-/ });
  await choices.first().focus();
  await page.keyboard.press('Space');
  const pack = page.getByRole('button', { name: 'Kemas', exact: true });
  await expect(pack).toBeVisible();
  const stops = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select)')];
    const bar = all.findIndex((each) => each.textContent === 'Kemas');
    return Math.abs(all.indexOf(document.activeElement as HTMLElement) - bar);
  });
  expect(stops).toBeLessThan(10);
  // The bar is within reach of the thumb, below the list.
  const [bar, list] = [await pack.boundingBox(), await choices.first().boundingBox()];
  expect(bar?.y).toBeGreaterThan(list?.y ?? 0);
});

test('search hints fit on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['orders', 'returns', 'members', 'reviews', 'audit', 'products', 'vouchers']) {
    await page.goto(`/admin/${path}`);
    const box = page.getByRole('searchbox');
    const room = await box.evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) return -1;
      pen.font = style.font;
      const inner =
        input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return inner - pen.measureText(input.placeholder).width;
    });
    expect([path, room >= 0]).toEqual([path, true]);
  }
  await page.goto('/admin/orders');
  await page.getByRole('link', { name: /^KS-/ }).first().click();
  const number = page.getByRole('heading', { level: 1 }).getByText(/^KS-/);
  expect((await number.boundingBox())?.height).toBeLessThan(50);
});

test('only periods with unpaid bonuses are offered', async ({ page }) => {
  await page.goto('/admin/payouts/new');
  const offered = page.getByLabel('Periode').getByRole('option');
  await expect(offered).toHaveText(['Pilih periode', /^.+ \(\d+ bonus\)$/]);
});
