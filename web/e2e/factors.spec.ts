/** Second factors of a member: in the profile, at the login, and when they are lost. */
import { type Page } from '@playwright/test';
import { expectAccessible, expectGoodScreen } from './axe';
import { addAuthenticator, byName, codeOf, confirmWithPassword, enrol, named } from './factor';
import { enter } from './member';
import { expect, expectNoSidewaysScroll, logIn, PASSWORD, test } from './shop';

// The owner of this shop has no second factor.
test.use({
  own: true,
  settings: named,
  baseURL: ({ shop }, use) => use(byName(shop)),
});

const card = (page: Page) => page.getByRole('region', { name: 'Verifikasi dua langkah' });

/** Logs out, and logs in again as far as the second step. */
async function firstStep(page: Page, email: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, logout!' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeVisible();
}

test('a member adds, uses and removes a passkey', async ({ page }) => {
  test.slow();
  await logIn(page, 'budi@ksmart.test');
  await addAuthenticator(page);
  await page.goto('/profile');
  await expect(card(page).getByRole('button', { name: 'Tambah passkey' })).toBeVisible();
  await expect(card(page).getByText('Kode pemulihan')).toBeHidden();
  await card(page).getByRole('button', { name: 'Tambah passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tambah passkey' });
  await dialog.getByLabel('Nama passkey').fill('Ponsel Budi');
  await dialog.getByRole('button', { name: 'Tambah' }).click();
  // Closing the confirmation leaves the typed text, and shows no message about a passkey.
  const question = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Batal' }).click();
  await expect(dialog.getByLabel('Nama passkey')).toHaveValue('Ponsel Budi');
  await expect(dialog.getByRole('alert')).toContainText('Konfirmasikan dulu');
  await dialog.getByRole('button', { name: 'Tambah' }).click();
  await confirmWithPassword(page);
  const kept = page.getByRole('dialog', { name: 'Kode pemulihan' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  await kept.getByRole('button', { name: 'Sudah saya simpan' }).click();
  await expect(card(page).getByText('Ponsel Budi')).toBeVisible();
  await expect(card(page).getByText(/Tersisa 10 kode/)).toBeVisible();
  await page.reload();
  await expect(card(page).getByText('Ponsel Budi')).toBeVisible();
  await expectGoodScreen(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  await firstStep(page, 'budi@ksmart.test');
  await page.getByRole('button', { name: 'Pakai passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeHidden();
  await page.goto('/profile');
  await expect(card(page).getByText(/Terakhir dipakai/)).toBeVisible();
  await page.getByRole('button', { name: 'Hapus passkey Ponsel Budi' }).click();
  await page.getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(card(page).getByText('Ponsel Budi', { exact: true })).toBeHidden();
  await expect(card(page).getByText('Kode pemulihan')).toBeHidden();
});

test('an owner resets the factors of a member', async ({ page, browser }) => {
  test.slow();
  const email = 'siti@ksmart.test';
  await logIn(page, email);
  await page.goto('/profile');
  const { secret, codes } = await enrol(page);
  await expect(card(page).getByText('Terpasang')).toBeVisible();
  await firstStep(page, email);
  await expectAccessible(page);
  await page.getByLabel('Kode verifikasi').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Verifikasi' }).click();
  await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeHidden();
  await page.goto('/profile');
  await firstStep(page, email);
  await page.getByLabel('Kode verifikasi').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verifikasi' }).click();
  await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeHidden();
  await page.goto('/profile');
  await expect(card(page).getByText(/Tersisa 9 kode/)).toBeVisible();
  const uid = /KS\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? '';

  const office = await (
    await browser.newContext({ baseURL: new URL(page.url()).origin })
  ).newPage();
  await enter(office, 'admin@ksmart.test');
  await office.goto(`/admin/members/${uid}`);
  await office.getByRole('button', { name: 'Atur ulang verifikasi dua langkah' }).click();
  await office.getByRole('button', { name: 'Ya, atur ulang' }).click();
  await expect(office.getByText('Verifikasi dua langkah diatur ulang')).toBeVisible();
  await office.context().close();

  // The password alone is enough again, on any device.
  await page.goto('/login');
  await page.evaluate(() => localStorage.removeItem('token'));
  await logIn(page, email);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Pasang aplikasi' })).toBeVisible();
});
