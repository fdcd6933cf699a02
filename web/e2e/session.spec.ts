import { expect, logIn, test } from './shop';

test('a wrong password keeps the typed email', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('siti@ksmart.test');
  await page.getByLabel('Password', { exact: true }).fill('bukan-ini');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email atau password salah');
  await expect(page.getByLabel('Email')).toHaveValue('siti@ksmart.test');
});

for (const path of ['/profile', '/checkout', '/my-order', '/my-order-detail/KS-1'])
  test(`${path} sends a guest to the login`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  });

test('a member cannot open the register page', async ({ page }) => {
  await logIn(page, 'siti@ksmart.test');
  await page.goto('/register');
  await expect(page).toHaveURL(/\/$/);
});

test('logging out asks for confirmation', async ({ page }) => {
  await logIn(page, 'siti@ksmart.test');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Batal' }).click();
  await expect(page.getByRole('heading', { name: 'Akun saya' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Ya, logout!' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the expiry dialog closes only by its button', async ({ page }) => {
  const claims = Buffer.from(JSON.stringify({ sub: '1', email: 'siti@ksmart.test', exp: 1 }));
  // Opens a file instead of a page of the app, which might detect the expired session too early.
  await page.goto('/robots.txt');
  await page.evaluate(
    (token) => localStorage.setItem('token', token),
    `x.${claims.toString('base64url')}.y`,
  );
  await page.goto('/profile');
  const dialog = page.getByRole('dialog', { name: 'Sesi berakhir' });
  await expect(dialog).toContainText('Sesi Anda telah berakhir. Silakan login kembali.');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Oke!' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/login$/);
});

test('an open page notices an expired session', async ({ page }) => {
  await logIn(page, 'siti@ksmart.test');
  const ends = await page.evaluate(() => {
    const [, claims = ''] = (localStorage.getItem('token') ?? '').split('.');
    return (JSON.parse(atob(claims)) as { exp: number }).exp * 1000;
  });
  await page.clock.install({ time: ends - 10 * 60 * 1000 });
  await page.goto('/about-us');
  await expect(page.getByRole('link', { name: 'Akun saya' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Sesi berakhir' });
  await page.clock.runFor(1_800_000);
  await expect(dialog).toBeHidden();
  await page.clock.runFor(60_000);
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('link', { name: 'Akun saya' })).toBeHidden();
});
