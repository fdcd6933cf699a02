/**
 * Second factors: an app, recovery codes, passkeys, and the confirmation required before money or
 * power moves.
 */
import { expectAccessible } from './axe';
import { now } from './clock';
import { addAuthenticator, byName, codeOf, confirmWithPassword, enrol, named } from './factor';
import { expect, expectNoSidewaysScroll, logIn, PASSWORD, test } from './shop';
import { saveSection } from './steps';

test.use({ settings: named, baseURL: ({ shop }, use) => use(byName(shop)) });

test('an administrator logs in with each factor', async ({ page }) => {
  test.slow();
  await logIn(page, 'admin@ksmart.test');
  await page.goto('/admin/account');
  const { secret, codes } = await enrol(page);
  const card = page.getByRole('region', { name: 'Verifikasi dua langkah' });
  await expect(card.getByText('Terpasang')).toBeVisible();
  await expect(card.getByText(/Tersisa 10 kode/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const firstStep = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Logout|keluar/i })
      .click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email').fill('admin@ksmart.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeVisible();
  };
  const openMenu = async () => {
    const menu = page.getByRole('button', { name: 'Buka menu' });
    if (await menu.isVisible()) await menu.click();
  };

  await test.step('with a code of the app', async () => {
    await openMenu();
    await firstStep();
    await expectAccessible(page);
    await page.getByLabel('Kode verifikasi').fill('000 000');
    await page.getByRole('button', { name: 'Verifikasi' }).click();
    await expect(page.getByRole('alert')).toContainText('tidak benar');
    // The code of the current time step was used to set up the app, so the code of the next step is
    // sent, as from a clock slightly ahead.
    await page.getByLabel('Kode verifikasi').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Verifikasi' }).click();
    await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeHidden();
  });

  await test.step('with a passkey', async () => {
    await addAuthenticator(page);
    await page.goto('/admin/account');
    await page.getByRole('button', { name: 'Tambah passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tambah passkey' });
    await dialog.getByLabel('Nama passkey').fill('Laptop kantor');
    await dialog.getByRole('button', { name: 'Tambah' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Laptop kantor')).toBeVisible();
    await openMenu();
    await firstStep();
    await page.getByRole('button', { name: 'Pakai passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeHidden();
    await page.goto('/admin/account');
    const factors = page.getByRole('region', { name: 'Verifikasi dua langkah' });
    await expect(factors.getByText(/Terakhir dipakai/)).toBeVisible();
    await page.getByRole('button', { name: 'Hapus passkey Laptop kantor' }).click();
    await page.getByRole('button', { name: 'Ya, hapus' }).click();
    await expect(page.getByText('Laptop kantor', { exact: true })).toBeHidden();
  });

  await test.step('with a recovery code', async () => {
    await openMenu();
    await firstStep();
    await page.getByLabel('Kode verifikasi').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Verifikasi' }).click();
    await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeHidden();
    await page.goto('/admin/account');
    await expect(page.getByText(/Tersisa 9 kode/)).toBeVisible();
    await page.getByRole('button', { name: 'Lepas aplikasi' }).click();
    await page.getByRole('button', { name: 'Ya, lepas' }).click();
    await expect(page.getByRole('button', { name: 'Pasang aplikasi' })).toBeVisible();
  });
});

test('the office requires a factor and confirmation', async ({ page }) => {
  await logIn(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  await page.getByLabel('Verifikasi dua langkah').selectOption('Wajib untuk Pemilik dan Keuangan');
  await saveSection(page, 'Keamanan akun');

  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Satu langkah lagi' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await enrol(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Satu langkah lagi' })).toBeHidden();

  // The confirmation is requested from a session that has not confirmed yet.
  await page.route('**/api/admin/staff', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await page.unroute('**/api/admin/staff');
    await route.fulfill({
      status: 403,
      json: {
        message: 'Konfirmasikan dulu.',
        code: 'confirmation_required',
        methods: ['password'],
      },
    });
  });
  await page.route('**/api/me/confirmation', (route) =>
    route.fulfill({ json: { until: new Date(now()).toISOString() } }),
  );
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Tambah pengelola' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tambah pengelola' });
  await dialog.getByLabel('Email').fill('budi@ksmart.test');
  await dialog.getByRole('button', { name: 'Lanjut' }).click();
  await expect(dialog.getByText('Pastikan ini orangnya')).toBeVisible();
  await dialog.getByRole('button', { name: 'Tambah' }).click();
  await confirmWithPassword(page);
  await expect(page.getByRole('dialog', { name: 'Tautan password' })).toBeVisible();
});
