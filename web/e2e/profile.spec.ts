/** The member's own page, its editable data, and the link that invites others. */
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, PASSWORD, test } from './shop';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = (buffer: Buffer) => ({ name: 'foto.png', mimeType: 'image/png', buffer });

test('the profile shows the member and all links', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/profile');
  const main = page.getByRole('main');
  await expect(main.getByText('Siti Aminah')).toBeVisible();
  await expect(main.getByText('siti@ksmart.test')).toBeVisible();
  await expect(main.getByText(new RegExp(`^${member.uid} · Plan [AB]$`))).toBeVisible();
  await expect(main.getByText('BV Anda')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Kode QR/ })).toBeVisible();
  await expectGoodScreen(page);
  const links = await main
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links.toSorted()).toEqual([
    '/bonus',
    '/bv-report',
    '/downline',
    '/edit-profile',
    '/history-bv',
    '/my-order',
    '/wishlist',
  ]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a referral link fills in the leader', async ({ page, context, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Salin tautan' }).click();
  await expect(page.getByText('Tautan disalin')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${new URL(page.url()).origin}/register?ref=${member.uid}`);
  await expect(page.getByText(link)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  const leader = page.getByLabel('ID Leader');
  await expect(leader).toHaveValue(member.uid);
  await expect(leader).toHaveAccessibleDescription('Leader Anda: Siti A.');
  await page.goto('/register?ref=KS99999999');
  await expect(leader).toHaveAccessibleDescription('ID Leader tidak ditemukan.');
});

test('the device can share the referral link', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.title = data?.url ?? '';
      return Promise.resolve();
    };
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Bagikan' }).click();
  await expect(page).toHaveTitle(new RegExp(`/register\\?ref=${member.uid}$`));
});

test('a changed profile is saved', async ({ page, request }) => {
  const member = await Member.logIn(request, 'joko.widianto@ksmart.test');
  await member.enter(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit profil' }).click();
  await expect(page.getByLabel('ID anggota')).toHaveValue(member.uid);
  await expect(page.getByLabel('ID anggota')).not.toBeEditable();
  await expect(page.getByLabel('Email')).toHaveValue('joko.widianto@ksmart.test');
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expectGoodScreen(page);
  const address = page.getByLabel('Alamat');
  const name = page.getByLabel('Nama');
  const save = page.getByRole('button', { name: 'Simpan perubahan' });
  await expect(name).not.toHaveValue('');
  await expect(page.getByLabel('Bank', { exact: true })).not.toHaveValue('');

  await test.step('invalid fields show an error', async () => {
    await name.fill(' ');
    await page.getByLabel('No. rekening').fill('12a');
    await save.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Nama wajib diisi.');
    await expect(page.getByLabel('No. rekening')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await page.getByLabel('Bank', { exact: true }).selectOption('BCA');
    await page.getByLabel('No. rekening').fill('1234567890');
    await name.fill('Joko Widianto Utomo');
    await address.fill('Jl. Baru 7, Yogyakarta');
  });

  await test.step('a photo is checked before it is sent', async () => {
    const field = page.getByLabel('Foto profil');
    await field.setInputFiles(photo(Buffer.from('bukan foto')));
    await expect(
      page.getByText('Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).'),
    ).toBeVisible();
    const large = Buffer.alloc(2 * 1024 * 1024);
    await field.setInputFiles(photo(Buffer.concat([png.subarray(0, 16), large])));
    await expect(page.getByText('Ukuran file maksimal 2MB!')).toBeVisible();
    // A picture from a camera is made smaller before it is sent.
    await field.setInputFiles(photo(Buffer.concat([png, large])));
    await expect(page.getByText('Ukuran file maksimal 2MB!')).toBeHidden();
    await expect(page.getByAltText('Pratinjau foto profil')).toBeVisible();
    await field.setInputFiles(photo(png));
    await expect(page.getByAltText('Pratinjau foto profil')).toBeVisible();
  });

  const password = page.getByLabel('Password Anda', { exact: true });
  await test.step('a failed save keeps the typed data', async () => {
    await save.click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(
      'Isi password Anda untuk mengganti rekening.',
    );
    await password.fill(PASSWORD);
    await page.route('**/api/update', (route) => route.fulfill({ status: 500, json: {} }));
    await save.click();
    await expect(page.getByRole('alert')).toHaveText('Gagal menyimpan perubahan.');
    await page.unroute('**/api/update');
    const refusal = {
      message: 'Nomor HP tidak benar.',
      code: 'invalid_field',
      fields: [{ field: 'no_hp', code: 'x', message: 'Nomor HP tidak benar.' }],
    };
    await page.route('**/api/update', (route) => route.fulfill({ status: 422, json: refusal }));
    await save.click();
    await expect(page.getByLabel('No. HP')).toBeFocused();
    await expect(page.getByRole('alert')).toHaveText('Nomor HP tidak benar.');
    await page.unroute('**/api/update');
    // A change of the bank account requires the password.
    await password.fill('bukan-password');
    await save.click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription('Password sekarang salah.');
    // The message added to the form by an answer shifts the content below, however late it arrives.
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // The typed text survives a visit to another page.
    await page.getByRole('link', { name: 'Kembali ke akun' }).click();
    await page.getByRole('link', { name: 'Edit profil' }).click();
    await expect(name).toHaveValue('Joko Widianto Utomo');
    await expect(page.getByAltText('Pratinjau foto profil')).toBeVisible();
  });

  await password.fill(PASSWORD);
  await save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('main').getByText('Joko Widianto Utomo')).toBeVisible();
  const user = await member.me();
  expect([user.alamat, user.rekening_bank]).toEqual(['Jl. Baru 7, Yogyakarta', '1234567890']);
  expect(user.profile_picture).toBeTruthy();

  await test.step('cancelled changes are discarded', async () => {
    await page.getByRole('link', { name: 'Edit profil' }).click();
    await name.fill('Bukan Joko');
    await page.getByRole('link', { name: 'Batal' }).click();
    await page.getByRole('link', { name: 'Edit profil' }).click();
    await expect(name).toHaveValue('Joko Widianto Utomo');
  });
});
