import { expectGoodScreen, expectNothingCut } from './axe';
import { enter, findMember } from './member';
import { expect, PASSWORD, test } from './shop';

test('members are found and opened', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/members');
  await expect(page.getByRole('table', { name: 'Anggota' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByLabel('Cari nama, ID, email, atau nomor HP').fill('tidak-ada-seorang-pun');
  await expect(page.getByText('Tidak ada yang cocok')).toBeVisible();
  await page.getByLabel('Cari nama, ID, email, atau nomor HP').fill('Agus');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Unduh Excel' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^anggota-\d{4}-\d{2}-\d{2}\.xlsx$/);
  await findMember(page, 'Agus Prasetyo');
  await expect(page.getByText('Ratna Wulandari').first()).toBeVisible();
  // Data needed to answer a caller: the parcels' locations, and a way to write back.
  await expect(page.getByText(/ · Resi \w+/).first()).toBeVisible();
  const whatsapp = page.getByRole('link', { name: 'WhatsApp' });
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/62\d+\?text=Halo%20Agus/);
  await expect(page.getByText('2 langsung')).toBeVisible();
  await expectGoodScreen(page);
  await page.goto('/admin/members/KS-TIDAK-ADA');
  await expect(page.getByText('Anggota tidak ditemukan')).toBeVisible();
});

test('the network opens level by level by keyboard', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/network');
  const top = page.getByRole('button', { name: /^Downline Ratna Wulandari/ });
  await expect(top).toHaveAttribute('aria-expanded', 'false');
  await top.focus();
  await page.keyboard.press('ArrowRight');
  await expect(top).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: /^Siti Aminah/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Downline Hendra Gunawan/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('link', { name: /^Dewi Kartika/ })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('link', { name: /^Dewi Kartika/ })).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(top).toBeFocused();
  await expectGoodScreen(page);

  const search = page.getByRole('combobox', { name: 'Cari anggota di jaringan' });
  await search.fill('vania');
  await page.getByRole('option', { name: /Vania Larasati/ }).click();
  const found = page.getByRole('link', { name: /^Vania Larasati/ });
  await expect(found).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: /^Wahyu Hidayat/ })).toBeVisible();
  // Other members next to the path are shown only on request.
  await expect(page.getByRole('link', { name: /^Intan Permatasari/ })).toBeHidden();
  await page
    .getByRole('list', { name: 'Downline langsung Budi Sutrisno' })
    .getByRole('button', { name: 'Tampilkan 1 lainnya' })
    .click();
  await expect(page.getByRole('link', { name: /^Intan Permatasari/ })).toBeVisible();
  await expectGoodScreen(page);
});

test('the office moves a member to another leader', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await findMember(page, 'Yusuf Maulana');
  await page.getByRole('button', { name: 'Ubah leader' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ubah leader' });
  const search = dialog.getByRole('combobox');
  await dialog.getByLabel('Alasan').fill('Salah pilih leader saat mendaftar');
  await search.fill('fajar nugroho');
  await dialog.getByRole('option', { name: /Fajar Nugroho/ }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Leader baru tidak boleh anggota itu sendiri atau salah satu downline-nya.',
  );
  await expect(dialog.getByRole('button', { name: 'Ubah leader' })).toBeDisabled();
  await search.fill('maria goreti');
  await dialog.getByRole('option', { name: /Maria Goreti/ }).click();
  await expect(dialog.getByText('5 anggota (termasuk 4 downline)')).toBeVisible();
  await expect(dialog.getByLabel('Alasan')).toHaveValue('Salah pilih leader saat mendaftar');
  await dialog.getByRole('button', { name: 'Ubah leader' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /^Maria Goreti Lestari \(/ })).toBeVisible();
  await expect(page.getByText('Salah pilih leader saat mendaftar')).toBeVisible();
});

test('a suspended member cannot log in', async ({ page, browser, shop }) => {
  const theirs = await browser.newContext({ baseURL: shop, serviceWorkers: 'block' });
  const member = await theirs.newPage();
  await member.addInitScript(() => sessionStorage.setItem('popupVoucherClosed', 'true'));
  await enter(member, 'galih.permana@ksmart.test');
  await member.goto('/profile');
  await expect(member.getByRole('heading', { name: 'Akun saya' })).toBeVisible();

  await enter(page, 'admin@ksmart.test');
  await findMember(page, 'Galih Permana');
  await page.getByRole('button', { name: 'Tangguhkan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tangguhkan anggota' });
  await dialog.getByRole('button', { name: 'Tangguhkan' }).click();
  await expect(dialog.getByText('Tuliskan alasannya.')).toBeVisible();
  await dialog.getByLabel('Alasan').fill('Akun ganda');
  await dialog.getByRole('button', { name: 'Tangguhkan' }).click();
  await expect(page.getByText(/^Ditangguhkan sejak .*: Akun ganda$/)).toBeVisible();

  await member.goto('/profile');
  await expect(member.getByRole('dialog', { name: 'Sesi berakhir' })).toBeVisible();
  await member.getByRole('button', { name: 'Oke!' }).click();
  await member.getByLabel('Email').fill('galih.permana@ksmart.test');
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await member.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(member.getByRole('alert')).toHaveText(
    'Akun Anda sedang ditangguhkan. Hubungi pengelola toko.',
  );

  await page.getByRole('button', { name: 'Cabut penangguhan' }).click();
  const lift = page.getByRole('dialog', { name: 'Cabut penangguhan' });
  await lift.getByLabel('Alasan').fill('Sudah jelas');
  await lift.getByRole('button', { name: 'Cabut penangguhan' }).click();
  await expect(page.getByRole('button', { name: 'Tangguhkan' })).toBeVisible();
  await member.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(member.getByRole('link', { name: 'Akun saya' })).toBeVisible();
  await theirs.close();
});

test('a one-time link sets a new password once', async ({ page, browser, shop }) => {
  await enter(page, 'admin@ksmart.test');
  await findMember(page, 'Citra Anggraini');
  await page.getByRole('button', { name: 'Tautan password' }).click();
  await page.getByRole('button', { name: 'Buat tautan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tautan password' });
  const url = await dialog.getByText(/\/reset-password#token=/).textContent();
  await expect(dialog.getByRole('link', { name: 'Kirim lewat WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*reset-password/,
  );
  await dialog.getByRole('button', { name: 'Selesai' }).click();
  await expect(dialog).toBeHidden();

  const theirs = await browser.newContext({ baseURL: shop, serviceWorkers: 'block' });
  const member = await theirs.newPage();
  await member.addInitScript(() => sessionStorage.setItem('popupVoucherClosed', 'true'));
  const link = (url ?? '').slice((url ?? '').indexOf('/reset-password'));
  await member.goto(link);
  await expect(member).toHaveURL(/\/reset-password$/);
  await expectGoodScreen(member);
  const [password, again] = [
    member.getByLabel('Password', { exact: true }),
    member.getByLabel('Konfirmasi password', { exact: true }),
  ];
  const save = member.getByRole('button', { name: 'Simpan password' });
  await password.fill('pendek');
  await again.fill('lain');
  await save.click();
  await expect(member.getByText('Password harus 8 sampai 128 karakter.')).toBeVisible();
  await expect(member.getByText('Konfirmasi password tidak cocok.')).toBeVisible();
  await password.fill('sandi-baru-citra');
  await again.fill('sandi-baru-citra');
  await save.click();
  await expect(member.getByRole('heading', { name: 'Password diganti' })).toBeVisible();
  await member.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await member.getByLabel('Email').fill('citra.anggraini@ksmart.test');
  await member.getByLabel('Password', { exact: true }).fill('sandi-baru-citra');
  await member.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(member.getByRole('link', { name: 'Akun saya' })).toBeVisible();

  await member.goto('/robots.txt');
  await member.goto(link);
  await member.getByLabel('Password', { exact: true }).fill('sandi-lain-lagi');
  await member.getByLabel('Konfirmasi password', { exact: true }).fill('sandi-lain-lagi');
  await member.getByRole('button', { name: 'Simpan password' }).click();
  await expect(member.getByRole('alert')).toContainText('Tautan ini sudah dipakai');
  await theirs.close();
});

test('administrators see only pages of their role', async ({ page, browser, shop }, info) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/staff');
  await expect(page.getByRole('table', { name: 'Pengelola' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Tambah pengelola' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tambah pengelola' });
  await dialog.getByLabel('Email').fill('bukan-siapa-siapa@ksmart.test');
  await dialog.getByRole('button', { name: 'Lanjut' }).click();
  await expect(dialog.getByText('Tidak ada akun dengan email ini.').first()).toBeVisible();
  await dialog.getByLabel('Email').fill('rahmat.hidayatullah@ksmart.test');
  await dialog.getByLabel('Peran').selectOption('finance');
  await dialog.getByRole('button', { name: 'Lanjut' }).click();
  await expect(dialog.getByText('Rahmat Hidayatullah')).toBeVisible();
  await dialog.getByRole('button', { name: 'Tambah' }).click();
  await expect(dialog).toBeHidden();
  // The old password is no longer valid.
  const link = page.getByRole('dialog', { name: 'Tautan password' });
  const url = (await link.getByText(/\/reset-password#token=/).textContent()) ?? '';
  await link.getByRole('button', { name: 'Selesai' }).click();
  await expect(page.getByRole('table', { name: 'Pengelola' })).toContainText('Rahmat');

  const theirs = await browser.newContext({
    baseURL: shop,
    serviceWorkers: 'block',
    ...(info.project.use.viewport && { viewport: info.project.use.viewport }),
  });
  const admin = await theirs.newPage();
  await admin.addInitScript(() => sessionStorage.setItem('popupVoucherClosed', 'true'));
  await admin.goto(url.slice(url.indexOf('/reset-password')));
  await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await admin.getByLabel('Konfirmasi password', { exact: true }).fill(PASSWORD);
  await admin.getByRole('button', { name: 'Simpan password' }).click();
  await expect(admin.getByRole('heading', { name: 'Password diganti' })).toBeVisible();
  await enter(admin, 'rahmat.hidayatullah@ksmart.test');
  await admin.goto('/admin/members');
  await expect(admin.getByRole('table', { name: 'Anggota' })).toBeVisible();
  await findMember(admin, 'Siti Aminah');
  await expect(admin.getByRole('heading', { name: 'Data anggota' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Tangguhkan' })).toBeHidden();
  await admin.goto('/admin/staff');
  await expect(admin.getByText('Bukan bagian Anda')).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Pengelola', exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Ubah peran Rahmat Hidayatullah' }).click();
  await page.getByRole('dialog').getByLabel('Peran').selectOption('member');
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByRole('table', { name: 'Pengelola' })).not.toContainText('Rahmat');
  await admin.goto('/admin/members');
  await expect(admin.getByRole('dialog', { name: 'Sesi berakhir' })).toBeVisible();
  await enter(admin, 'rahmat.hidayatullah@ksmart.test');
  await admin.goto('/admin/members');
  await expect(admin.getByText('Halaman ini untuk pengelola toko')).toBeVisible();
  await theirs.close();
});

test('the audit log is filtered by subject and day', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Tambah pengelola' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tambah pengelola' });
  await dialog.getByLabel('Akun').selectOption('new');
  await dialog.getByLabel('Email').fill(`baru${Date.now()}@ksmart.test`);
  await dialog.getByLabel('Nama').fill('Rani Baru');
  await dialog.getByRole('button', { name: 'Tambah' }).click();
  await page
    .getByRole('dialog', { name: 'Tautan password' })
    .getByRole('button', { name: 'Selesai' })
    .click();
  await page.goto('/admin/audit?subject=member');
  const table = page.getByRole('table', { name: 'Catatan perubahan' });
  await expect(table.getByText('dibuat', { exact: true }).first()).toBeVisible();
  for (const width of [820, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await expectNothingCut(page);
  }
  await table.getByRole('link', { name: 'Rani Baru' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rani Baru' })).toBeVisible();
  await page.goto('/admin/audit');
  await page.getByLabel('Sampai').fill('2020-01-01');
  await expect(page.getByText('Tidak ada yang cocok')).toBeVisible();
  await expectGoodScreen(page);
});
