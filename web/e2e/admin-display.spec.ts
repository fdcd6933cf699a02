import { fileURLToPath } from 'node:url';
import type { AdminVoucherDetail } from '../src/api/schema';
import { expectAccessible, expectLoaded } from './axe';
import { momentIn } from './clock';
import { enter, Member } from './member';
import { expect, expectNotice, test } from './shop';
import { lift } from './steps';
import { visit } from './visit';

const OWNER = 'admin@ksmart.test';
const PICTURE = fileURLToPath(new URL('../public/icon-512.png', import.meta.url));

// Changes here would break the tests of the visitors' view of the shop.
test.use({ own: true });

test.beforeEach(({ page }) => enter(page, OWNER));

test('a voucher is created, shown and deleted', async ({ page, shop, browser }) => {
  await page.goto('/admin/vouchers');
  await page.getByRole('link', { name: 'Buat voucher' }).click();
  // Matches exactly, because the label of the list's search field also mentions codes.
  await page.getByLabel('Kode', { exact: true }).fill('kantor 15');
  await page.getByLabel('Diskon (persen)').fill('150');
  await page.getByLabel('Judul').fill('Dari kantor');
  await page.getByLabel('Untuk', { exact: true }).selectOption('Pesanan pertama saja');
  await page.getByLabel('Mulai (WIB)').fill(momentIn(-1));
  await page.getByLabel('Berakhir (WIB)').fill(momentIn(-2));
  await page.getByLabel('Syarat, satu per baris').fill('Satu kali saja.\nSelama persediaan ada.');
  await page.getByLabel('Gambar', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await page.getByRole('button', { name: 'Buat voucher' }).click();
  await expect(page.getByText('Waktu berakhir harus setelah waktu mulai.')).toBeVisible();
  await expect(
    page.getByText(/^Diskon harus lebih dari 0 sampai 100 persen/).first(),
  ).toBeVisible();
  // The typed text is still there after a reload.
  await page.reload();
  await expect(page.getByLabel('Judul')).toHaveValue('Dari kantor');
  await page.getByLabel('Diskon (persen)').fill('12,5');
  await page.getByLabel('Berakhir (WIB)').fill(momentIn(7));
  await page.getByRole('button', { name: 'Buat voucher' }).click();
  await expect(page).toHaveURL(/\/admin\/vouchers$/);
  const row = page.getByRole('row', { name: /KANTOR 15/ });
  await expect(row).toContainText('Berjalan');
  await expect(row).toContainText('12,5%');

  const checked = await page.request.get('/api/vouchers/kantor%2015');
  expect(await checked.json()).toMatchObject({ valid: true, discount: 12.5 });
  await visit(browser, `${shop}/voucher/kantor-15`, async (visitor) => {
    await expect(visitor.getByRole('heading', { level: 1, name: 'Dari kantor' })).toBeVisible();
    await expect(visitor.getByText('Selama persediaan ada.')).toBeVisible();
  });

  const buyer = await Member.logIn(page.request, 'budi@ksmart.test');
  const asked = await page.request.get('/api/vouchers/kantor%2015', { headers: buyer.headers });
  expect(await asked.json()).toMatchObject({
    valid: false,
    message: 'Voucher ini hanya untuk pesanan pertama Anda.',
  });

  await row.getByRole('link', { name: 'KANTOR 15' }).click();
  await expect(page.getByLabel('Untuk', { exact: true })).toHaveValue('first_order');
  await page.getByRole('button', { name: 'Akhiri sekarang' }).click();
  await page.getByRole('button', { name: 'Ya, akhiri' }).click();
  await expect(page.getByText('Berakhir', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(page).toHaveURL(/\/admin\/vouchers$/);
  await expect(page.getByRole('row', { name: /NGOPI5/ })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a voucher edit shows changes by others', async ({ page }) => {
  await page.goto('/admin/vouchers/4');
  await page.getByLabel('Judul').fill('Judul saya');
  const colleague = await Member.logIn(page.request, OWNER);
  const path = '/api/admin/vouchers/4';
  const theirs = await colleague.get<AdminVoucherDetail>(path);
  const data = { ...theirs, title: 'Judul mereka', minimum_rp: 7000 };
  expect((await colleague.send('PUT', path, data)).status()).toBe(200);
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Yang diubah orang lain: judul, belanja minimum.')).toBeVisible();
  await page.getByRole('button', { name: 'Pakai versi terbaru' }).click();
  await expect(page.getByLabel('Judul')).toHaveValue('Judul mereka');
  await expect(page.getByLabel('Belanja minimum (rupiah)')).toHaveValue('7.000');
});

test('banners are sorted by keyboard', async ({ page, shop, browser }) => {
  await page.goto('/admin/banners');
  const names = page.getByRole('list', { name: 'Banner' }).getByRole('link');
  await expect(names).toHaveCount(6);
  const [first = '', second = ''] = await names.allTextContents();
  const handle = page.getByRole('button', { name: `Urutkan ${second}` });
  await handle.focus();
  await lift(page, second, '2 dari 6');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(`${second} sekarang di posisi 1 dari 6.`)).toBeAttached();
  await expectNotice(page, 'Urutan disimpan.', () => page.keyboard.press('Space'));
  await expect(names.first()).toHaveText(second);
  await page.reload();
  await expect(names.first()).toHaveText(second);
  await visit(browser, shop, async (visitor) => {
    const shown = visitor.getByRole('main').getByRole('img');
    await expect(shown.first()).toHaveAttribute('alt', second);
    await expect(shown.nth(1)).toHaveAttribute('alt', first);
  });
});

test('a banner links to the chosen page', async ({ page }) => {
  await page.goto('/admin/banners/new');
  await page.getByLabel('Gambar', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByText(/^Gambar ini 512 × 512 piksel/)).toBeVisible();
  await page.getByLabel('Teks pengganti gambar').fill('Coba klorofil');
  await page.getByLabel('Tautan').fill('https://example.com');
  await page.getByRole('button', { name: 'Buat banner' }).click();
  await expect(page.getByText(/^Tautan harus alamat halaman di toko ini/).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Cari tujuan' }).fill('klorofil');
  await page.getByRole('option', { name: /Klorofil Mint/ }).click();
  await expect(page.getByLabel('Tautan')).toHaveValue('/product/1-klorofil-mint');
  await page.getByLabel('Mulai tayang (WIB)').fill(momentIn(2));
  await page.getByLabel('Berakhir (WIB)').fill(momentIn(1));
  await page.getByRole('button', { name: 'Buat banner' }).click();
  await expect(page.getByText('Waktu berakhir harus setelah waktu mulai.').first()).toBeVisible();
  await page.getByLabel('Berakhir (WIB)').fill(momentIn(9));
  await page.getByRole('button', { name: 'Buat banner' }).click();
  await expect(page).toHaveURL(/\/admin\/banners$/);
  const made = page.getByRole('listitem').filter({ hasText: 'Coba klorofil' });
  await expect(made).toContainText(/Dijadwalkan \d+ \w{3} \d{4}/);
  const shown = async () => (await page.request.get('/api/banners')).text();
  expect(await shown()).not.toContain('Coba klorofil');
  await page.getByRole('link', { name: 'Coba klorofil' }).click();
  await page.getByLabel('Mulai tayang (WIB)').fill('');
  await page.getByLabel(/^Matikan untuk sementara/).check();
  await expectNotice(page, 'Banner disimpan.', () =>
    page.getByRole('button', { name: 'Simpan' }).click(),
  );
  await page.getByRole('link', { name: 'Kembali ke daftar banner' }).click();
  await expect(made).toContainText('Dimatikan');
  expect(await shown()).not.toContain('Coba klorofil');
  await page.getByRole('link', { name: 'Coba klorofil' }).click();
  await page.getByLabel(/^Matikan untuk sementara/).uncheck();
  await expectNotice(page, 'Banner disimpan.', () =>
    page.getByRole('button', { name: 'Simpan' }).click(),
  );
  await expect.poll(shown).toContain('Coba klorofil');
  await page.getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(page).toHaveURL(/\/admin\/banners$/);
  await expect(page.getByRole('list', { name: 'Banner' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Coba klorofil' })).toHaveCount(0);
});

test('a popup shows the chosen voucher', async ({ page }) => {
  await page.goto('/admin/popup-vouchers/new');
  await page.getByLabel('Gambar', { exact: true }).setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Buat popup' }).click();
  await expect(page.getByText('Pilih vouchernya.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Voucher' }).fill('sehat');
  await page.getByRole('option', { name: /SEHAT10/ }).click();
  await expect(page.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await page.getByRole('button', { name: 'Buat popup' }).click();
  await expect(page).toHaveURL(/\/admin\/popup-vouchers$/);
  const made = page.getByRole('listitem').filter({ hasText: 'SEHAT10' });
  await expect(made).toContainText('Tayang');
  const popups = (await (await page.request.get('/api/popup-voucher')).json()) as object[];
  expect(popups).toContainEqual(expect.objectContaining({ code: 'SEHAT10' }));
});

test('a hidden review disappears until shown again', async ({ page, shop, browser }) => {
  const comment = 'Tidak perih di mata.';
  await page.goto('/admin/reviews?search=perih');
  const row = page.getByRole('row', { name: new RegExp(comment) });
  const product = await row.getByRole('link').getAttribute('href');
  const seen = (shown: boolean) =>
    visit(browser, `${shop}${product}`, async (visitor) => {
      await visitor
        .getByRole('heading', { name: /ulasan/i })
        .first()
        .scrollIntoViewIfNeeded();
      await expectLoaded(visitor);
      await expect(visitor.getByText(comment)).toHaveCount(shown ? 1 : 0);
    });
  await seen(true);
  await row.getByRole('button', { name: 'Sembunyikan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sembunyikan' }).click();
  await expect(dialog.getByText('Tuliskan alasannya.')).toBeVisible();
  await dialog.getByLabel('Alasan').fill('Bukan tentang produk ini');
  await dialog.getByRole('button', { name: 'Sembunyikan' }).click();
  await expect(row).toContainText('Disembunyikan: Bukan tentang produk ini');
  await seen(false);
  await row.getByRole('button', { name: 'Tampilkan' }).click();
  await expect(row.getByRole('button', { name: 'Sembunyikan' })).toBeVisible();
  await seen(true);
});

test('visitors see the answer to a review', async ({ page, shop, browser }) => {
  const answer = 'Terima kasih, Kak! Senang mendengarnya.';
  await page.goto('/admin/reviews?search=perih&state=unanswered');
  const row = page.getByRole('row', { name: /Tidak perih di mata/ });
  const product = await row.getByRole('link').getAttribute('href');
  const dialog = page.getByRole('dialog', { name: 'Jawab ulasan' });
  await row.getByRole('button', { name: 'Jawab' }).click();
  await dialog.getByRole('button', { name: 'Simpan jawaban' }).click();
  await expect(dialog.getByText('Tuliskan jawabannya.')).toBeVisible();
  await dialog.getByLabel('Jawaban toko').fill(answer);
  await expectAccessible(page);
  await expectNotice(page, 'Jawaban disimpan.', () =>
    dialog.getByRole('button', { name: 'Simpan jawaban' }).click(),
  );
  // The review no longer waits for an answer.
  await expect(row).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Semua status');
  await expect(row).toContainText(answer);
  await visit(browser, `${shop}${product}`, async (visitor) => {
    await visitor
      .getByRole('heading', { name: /ulasan/i })
      .first()
      .scrollIntoViewIfNeeded();
    await expect(visitor.getByText(answer)).toBeVisible();
  });
  await row.getByRole('button', { name: 'Ubah jawaban' }).click();
  await expect(dialog.getByLabel('Jawaban toko')).toHaveValue(answer);
  await dialog.getByLabel('Jawaban toko').fill('');
  await expectNotice(page, 'Jawaban dihapus.', () =>
    dialog.getByRole('button', { name: 'Simpan jawaban' }).click(),
  );
  await expect(row.getByRole('button', { name: 'Jawab', exact: true })).toBeVisible();
});
