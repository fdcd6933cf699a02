/**
 * Forms survive a session that ends on another device: through the dialog and the login, back to
 * the same page.
 */
import type { APIRequestContext, Locator, Page, Route } from '@playwright/test';
import { Member } from './member';
import { expect, PASSWORD, test } from './shop';
import { checkOutAll, fillCheckout, reveal, total } from './steps';

const API = '**/api/**';

const sessionDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sesi berakhir' });

/**
 * Delays the page's GET requests until the dialog about the ended session is open, so that the
 * form's own request is the first to fail.
 */
async function holdReads(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() === 'GET') await sessionDialog(request.frame().page()).waitFor();
  await route.fallback();
}

/** Ends the session of a page from another device, once the page's own requests are answered. */
async function endElsewhere(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.route(API, holdReads);
  const sent = (await page.requests()).filter((each) => each.url().includes('/api/'));
  await Promise.all(sent.map((each) => each.response()));
  const other = await Member.logIn(request, email);
  expect((await other.send('DELETE', '/api/sessions')).status()).toBe(200);
}

/** Goes through the login from the dialog about the ended session. */
async function logInAgain(page: Page, email: string): Promise<void> {
  const over = sessionDialog(page);
  await expect(over).toBeVisible();
  for (const tab of page.context().pages()) await tab.unroute(API, holdReads);
  await over.getByRole('button', { name: 'Oke!' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login$/);
}

test('C33: typed heirs are saved after a new login', async ({ page, request }) => {
  const email = 'siti@ksmart.test';
  await (await Member.logIn(request, email)).enter(page);
  await page.goto('/edit-profile');
  await page.getByLabel('Alamat').fill('Jl. Melati No. 9, Bandung');
  await page.getByRole('button', { name: /ahli waris$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ahli waris' });
  const name = dialog.getByLabel('Nama');
  await name.fill('Rahmat Hidayat');
  await dialog.getByLabel('Hubungan').fill('Suami');
  await dialog.getByLabel('No. HP').fill('081234567890');
  await endElsewhere(page, request, email);
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await logInAgain(page, email);
  await expect(page).toHaveURL(/\/edit-profile$/);
  await expect(name).toHaveValue('Rahmat Hidayat');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Ahli waris' })).toContainText('Rahmat Hidayat');
  await expect(page.getByLabel('Alamat')).toHaveValue('Jl. Melati No. 9, Bandung');
});

test('another member does not see the typed text', async ({ page, request }) => {
  await (await Member.logIn(request, 'siti@ksmart.test')).enter(page);
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Ganti email' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Ganti email' });
  await dialog.getByLabel('Email baru').fill('siti.baru@ksmart.test');
  await dialog.getByLabel('Password Anda', { exact: true }).fill(PASSWORD);
  await endElsewhere(page, request, 'siti@ksmart.test');
  await dialog.getByRole('button', { name: 'Ganti email' }).click();
  await logInAgain(page, 'budi@ksmart.test');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('link', { name: 'Akun saya' }).click();
  await expect(button).toBeVisible();
  await expect(dialog).toBeHidden();
  await button.click();
  await expect(dialog.getByLabel('Email baru')).toHaveValue('');
});

test('a checkout continues after a new login', async ({ page, request }) => {
  const email = 'siti@ksmart.test';
  const siti = await Member.logIn(request, email);
  await siti.fillCart('Teh Rosella');
  await siti.enter(page);
  await checkOutAll(page);
  await fillCheckout(page);
  await page.getByLabel('Alamat').fill('Jl. Kenanga No. 5, Tebet');
  const asked = await total(page).textContent();
  await endElsewhere(page, request, email);
  await page.getByRole('button', { name: /^Buat pesanan|^Bayar/ }).click();
  await logInAgain(page, email);
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel('Alamat')).toHaveValue('Jl. Kenanga No. 5, Tebet');
  await expect(total(page)).toHaveText(asked ?? '');
});

test('a question is restored after a new login', async ({ page, request }) => {
  const email = 'siti@ksmart.test';
  await (await Member.logIn(request, email)).enter(page);
  await page.goto('/all-product');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Teh Rosella/ })
    .first()
    .click();
  const question = page.getByRole('textbox', { name: 'Tanya tentang produk ini' });
  await reveal(page, question);
  await question.fill('Apakah ini boleh diminum ibu hamil?');
  const send = page.getByRole('button', { name: 'Kirim pertanyaan' });
  await endElsewhere(page, request, email);
  await send.click();
  await logInAgain(page, email);
  await expect(page).toHaveURL(/\/product\//);
  await reveal(page, question);
  await expect(question).toHaveValue('Apakah ini boleh diminum ibu hamil?');
});

test('a cancel reason is restored after a new login', async ({ page, request }) => {
  const email = 'admin@ksmart.test';
  const siti = await Member.logIn(request, 'siti@ksmart.test');
  const number = await siti.order('Teh Rosella');
  await (await Member.logIn(request, email)).enter(page);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Batalkan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Batalkan pesanan?' });
  const reason = dialog.getByLabel('Alasan');
  await reason.fill('Pembeli meminta lewat telepon');
  await endElsewhere(page, request, email);
  await dialog.getByRole('button', { name: 'Batalkan pesanan' }).click();
  await logInAgain(page, email);
  await expect(page).toHaveURL(`/admin/orders/${number}`);
  await expect(reason).toHaveValue('Pembeli meminta lewat telepon');
  await dialog.getByRole('button', { name: 'Batalkan pesanan' }).click();
  await expect(dialog).toBeHidden();
});

test('a second tab keeps its text after a new login', async ({ page, context, request }) => {
  const email = 'siti@ksmart.test';
  await (await Member.logIn(request, email)).enter(page);
  const other = await context.newPage();
  await other.goto('/bonus/tax');
  const number = other.getByLabel('NPWP atau NIK');
  await number.fill('3174050101900002');
  await endElsewhere(other, request, email);
  await page.goto('/profile');
  await expect(sessionDialog(other)).toBeVisible();
  await logInAgain(page, email);
  await expect(other).toHaveURL(/\/bonus\/tax$/);
  await expect(number).toHaveValue('3174050101900002');
});
