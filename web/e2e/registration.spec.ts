/** Registration in a shop that requires little data of new members. */
import { expectAccessible } from './axe';
import { enter } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';
import { visit } from './visit';
import { saveSection } from './steps';

// Changes here would break the tests of the visitors' view of the shop.
test.use({ own: true });

test('registration asks only for required fields', async ({ page, shop, browser }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  const asked = page.getByRole('group', { name: 'Ditanyakan saat mendaftar' });
  for (const name of ['Foto profil', 'Alamat tinggal', 'Bank dan nomor rekening', 'Tanggal lahir'])
    await asked.getByLabel(name).uncheck();
  await page.getByLabel('Penjelasan Plan B').fill('Bonus dari belanja jaringan Anda.');
  await expectAccessible(page);
  await saveSection(page, 'Pendaftaran');

  await visit(browser, `${shop}/register`, async (visitor) => {
    await visitor.getByLabel('Nama').fill('Wulan Sari');
    for (const gone of ['Foto profil', 'Alamat', 'Bank', 'No. rekening', 'Tanggal lahir'])
      await expect(visitor.getByLabel(gone, { exact: true })).toHaveCount(0);
    await visitor.getByLabel('Plan', { exact: true }).selectOption('Plan B');
    await expect(visitor.getByText('Bonus dari belanja jaringan Anda.')).toBeVisible();
    await expectNoSidewaysScroll(visitor);
    await expectAccessible(visitor);
    await visitor.getByLabel('Email').fill('wulan@example.com');
    await visitor.getByLabel('Password', { exact: true }).fill('rahasia-wulan');
    await visitor.getByLabel('Konfirmasi password', { exact: true }).fill('rahasia-wulan');
    await visitor.getByLabel('No. HP').fill('081234567890');
    await visitor.getByLabel('Saya belum punya leader').check();
    await visitor.getByRole('main').getByRole('button', { name: 'Register' }).click();
    await expect(visitor).toHaveURL(/\/login$/);
    await expect(visitor.getByText(/^Akun Anda sudah jadi/)).toBeVisible();
    await expect(visitor.getByLabel('Email')).toHaveValue('wulan@example.com');
    await expect(visitor.getByLabel('Password', { exact: true })).toBeFocused();
  });
});

test('a missing bank account links to its field', async ({ page }) => {
  await enter(page, 'budi@ksmart.test');
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...me, bank: '', rekening_bank: '' } });
  });
  await page.goto('/bonus');
  const notice = page.getByRole('region', { name: 'Rekening belum diisi' });
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Isi rekening' }).click();
  await expect(page.getByLabel('No. rekening')).toBeVisible();
});
