/** The office as a whole: its access rules, its menu, and its code, which shoppers never load. */
import { expectGoodScreen } from './axe';
import { enter, Member } from './member';
import { expect, expectNotice, logIn, PASSWORD, test } from './shop';

test('only administrators may open the office', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, 'budi@ksmart.test');
  await page.goto('/admin/audit');
  await expect(page.getByText('Halaman ini untuk pengelola toko')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Kembali ke toko' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sehat setiap hari/);
});

test('shoppers never load the code of the office', async ({ page, request, shop }) => {
  const loaded: string[] = [];
  page.on('request', (asked) => loaded.push(asked.url()));
  await page.goto('/');
  await page.goto('/product/1-klorofil-mint');
  await enter(page, 'budi@ksmart.test');
  await page.goto('/profile');
  const admin = await (await request.get(`${shop}/admin`)).text();
  const parts = [...admin.matchAll(/href="(\/assets\/routes-[^"]+)"/g)].map(([, part]) => part);
  expect(parts.length).toBeGreaterThanOrEqual(2);
  const worker = await (await request.get(`${shop}/sw.js`)).text();
  for (const part of parts) {
    expect(loaded).not.toContain(`${shop}${part}`);
    expect(worker).not.toContain(part);
  }
  expect(worker).toContain('/assets/base-');
  // Pictures of the manual are not part of the shop.
  expect(worker).not.toContain('.webp');
});

test('the office menu works by keyboard', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Catatan perubahan');
  await expectGoodScreen(page);
  await page.goto('/admin/tidak-ada');
  await expect(page.getByText('Halaman ini tidak ada')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Buka menu' });
  const onPhone = await menu.isVisible();
  if (onPhone) {
    await menu.focus();
    await page.keyboard.press('Enter');
  }
  // Groups of the menu without the current page are collapsed.
  const room = page.getByRole('link', { name: 'Catatan perubahan' });
  await expect(room).toBeHidden();
  await page.locator('summary', { hasText: 'Kantor' }).focus();
  await page.keyboard.press('Enter');
  await room.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await expect(page.getByRole('main')).toBeFocused();
  // The menu closes on a phone, and stays visible on a wide screen.
  await expect(page.getByRole('link', { name: 'Lihat toko' })).toBeVisible({ visible: !onPhone });
});

test('a login returns to the requested office page', async ({ page, request }) => {
  await page.goto('/admin/periods');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('keuangan@ksmart.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Periode BV' })).toBeVisible();

  await Member.logIn(request, 'keuangan@ksmart.test');
  await page.goto('/admin/account');
  const name = page.getByRole('form', { name: 'Nama' });
  await name.getByLabel('Nama').fill('Rina Keuangan');
  await expectNotice(page, 'Nama disimpan.', () =>
    name.getByRole('button', { name: 'Simpan nama' }).click(),
  );
  await expectGoodScreen(page);
  const password = page.getByRole('form', { name: 'Password' });
  const fill = async (current: string, next: string) => {
    await password.getByLabel('Password sekarang', { exact: true }).fill(current);
    await password.getByLabel('Password baru', { exact: true }).fill(next);
    await password.getByLabel('Konfirmasi password baru', { exact: true }).fill(next);
    await password.getByRole('button', { name: 'Ganti password' }).click();
  };
  await page.getByRole('button', { name: 'Keluarkan semua perangkat lain' }).click();
  await expectNotice(page, 'Semua perangkat lain sudah keluar.', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Ya, keluarkan' }).click(),
  );
  const devices = page.getByRole('region', { name: 'Perangkat' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await fill('bukan-password', 'sandi-yang-baru');
  await expect(password.getByText('Password sekarang salah.')).toBeVisible();
  await expectNotice(page, 'Password diganti.', () => fill(PASSWORD, 'sandi-yang-baru'));
  // Restores the password for the tests that follow.
  await fill('sandi-yang-baru', PASSWORD);
  await expect(password.getByLabel('Password sekarang', { exact: true })).toHaveValue('');
});
