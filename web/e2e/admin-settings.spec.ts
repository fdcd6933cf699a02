import type { AdminSettings } from '../src/api/schema';
import { pictures } from './catalogue';
import { editSection, enter, Member } from './member';
import { expect, expectNotice, test } from './shop';
import { saveSection } from './steps';
import { visit } from './visit';

// Changes here would break the tests of the visitors' view of the shop.
test.use({ own: true });

test.beforeEach(({ page }) => enter(page, 'admin@ksmart.test'));

test('visitors see the edited text of a page', async ({ page, shop, browser }) => {
  await page.goto('/admin/pages');
  await page.getByRole('link', { name: 'Replacement' }).click();
  await page.getByLabel('Judul', { exact: true }).fill('Penggantian');
  const text = page.getByLabel('Isi', { exact: true });
  await text.fill('Barang rusak diganti, lihat [ongkirnya](/shipping-rate).\n\nsatu\ndua');
  // No knowledge of the syntax is needed: the tools mark up the selected text.
  const tools = page.getByRole('toolbar', { name: 'Bentuk teks' });
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 12));
  await tools.getByRole('button', { name: 'Tebal' }).click();
  await text.evaluate((area: HTMLTextAreaElement) =>
    area.setSelectionRange(area.value.indexOf('satu'), area.value.length),
  );
  await tools.getByRole('button', { name: 'Daftar', exact: true }).click();
  await expect(text).toHaveValue(
    'Barang **rusak** diganti, lihat [ongkirnya](/shipping-rate).\n\n- satu\n- dua',
  );
  const preview = page.getByRole('region', { name: 'Pratinjau' });
  await expect(preview.getByRole('link', { name: 'ongkirnya' })).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['satu', 'dua']);
  await expectNotice(page, 'Halaman disimpan.', () =>
    page.getByRole('button', { name: 'Simpan' }).click(),
  );

  const html = await (await page.request.get('/replacement')).text();
  expect(html).toContain('<title>Penggantian · ');
  expect(html).toContain('content="Barang rusak diganti, lihat ongkirnya."');
  await visit(browser, `${shop}/why`, async (visitor) => {
    // The other text never appears, not even briefly.
    await visitor.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('main')?.textContent.includes('Kapan penggantian'))
          document.body.dataset.flashed = 'yes';
      }).observe(document.body, { childList: true, subtree: true });
    });
    // The footer shows its new name.
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Penggantian' }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Penggantian');
    await expect(visitor.getByText('Barang rusak diganti')).toBeVisible();
    await expect(visitor.locator('body')).not.toHaveAttribute('data-flashed');
  });

  await page.getByRole('button', { name: 'Kembalikan ke bawaan' }).click();
  await page.getByRole('button', { name: 'Ya, kembalikan' }).click();
  await expect(page.getByLabel('Judul', { exact: true })).toHaveValue('Replacement');
  expect(await (await page.request.get('/replacement')).text()).toContain('<title>Replacement · ');
});

test('settings appear in the footer and titles', async ({ page, shop, browser }) => {
  await page.goto('/admin/settings');
  await expect(page.getByRole('region', { name: 'Server' })).toContainText('Simulasi');
  await page.getByLabel('Nama toko').fill('Toko Sehat');
  await page.getByLabel('Telepon').fill('nomor');
  await page.getByLabel('WhatsApp').fill('0812 3456 7890');
  // Each section is saved separately; text typed in another one stays.
  await page.getByRole('combobox', { name: 'Asal pengiriman' }).fill('coblong dago');
  await page.getByRole('option', { name: /Dago, Coblong/ }).click();
  const contact = page.getByRole('region', { name: 'Toko dan kontak' });
  await contact.getByRole('button', { name: 'Simpan' }).click();
  await expect(contact.getByText(/^Nomor telepon tidak benar/).first()).toBeVisible();
  await page.getByLabel('Telepon').fill('(022) 555-0100');
  await saveSection(page, 'Toko dan kontak');
  await saveSection(page, 'Pengiriman');
  await page.reload();
  await expect(page.getByLabel('WhatsApp')).toHaveValue('+6281234567890');
  await expect(page.getByRole('combobox', { name: 'Asal pengiriman' })).toHaveValue(
    /^Dago, Coblong/,
  );

  await visit(browser, `${shop}/voucher`, async (visitor) => {
    const foot = visitor.getByRole('contentinfo');
    await expect(foot).toContainText('Toko Sehat. Hak cipta dilindungi.');
    await expect(foot.getByRole('link', { name: '(022) 555-0100' })).toHaveAttribute(
      'href',
      'tel:0225550100',
    );
    await expect(foot.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
      'href',
      'https://wa.me/6281234567890',
    );
    await expect(visitor).toHaveTitle('Voucher · Toko Sehat');
    await foot.getByRole('link', { name: 'Tentang Kami' }).click();
    await expect(visitor).toHaveTitle('Tentang Kami · Toko Sehat');
  });
});

test('the brand appears across the shop', async ({ page, shop, browser }) => {
  await page.goto('/admin/brand');
  await page.getByLabel('Nama perusahaan').fill('PT Sehat Bersama');
  await page.getByLabel('Logo', { exact: true }).setInputFiles(pictures[0] ?? '');
  await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
  await page.getByLabel('Warna toko').fill('#ffd400');
  const samples = page.getByRole('region', { name: 'Warna' }).getByRole('figure');
  await expect(samples.first()).toContainText('disesuaikan agar mudah dibaca');
  await page.getByLabel('Judul beranda').fill('Selamat pagi.');
  await page.getByLabel('Instagram').fill('instagram');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Alamat Instagram harus diawali https://.').first()).toBeVisible();
  await page.getByLabel('Instagram').fill('https://www.instagram.com/sehat');
  await expectNotice(page, 'Merek disimpan.', () =>
    page.getByRole('button', { name: 'Simpan' }).click(),
  );
  const brandOf = (on: typeof page) =>
    on.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
  const colour = await brandOf(page);
  expect(['#0f7b5c', '#3fc79b']).not.toContain(colour);

  await visit(browser, shop, async (visitor) => {
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Selamat pagi.');
    const foot = visitor.getByRole('contentinfo');
    await expect(foot.getByRole('navigation', { name: 'Tentang PT Sehat Bersama' })).toBeVisible();
    await expect(foot.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
      'href',
      'https://www.instagram.com/sehat',
    );
    const logo = visitor.getByRole('navigation', { name: 'Utama' }).getByRole('img').first();
    await expect(logo).toHaveAttribute('src', /^\/storage\/brand\/.*\.png$/);
    await expect
      .poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await brandOf(visitor)).toMatch(/^#/);
  });
});

test('only administrators can see a closed shop', async ({ page, shop, browser }) => {
  await page.goto('/admin/settings');
  const state = page.getByRole('region', { name: 'Buka atau tutup' });
  await expect(state).toContainText('Buka');
  await state.getByRole('button', { name: 'Tutup toko' }).click();
  await expectNotice(page, 'Toko ditutup.', () =>
    page.getByRole('button', { name: 'Ya, tutup' }).click(),
  );
  await visit(browser, shop, async (visitor) => {
    await expect(visitor.getByRole('heading', { level: 1, name: 'Segera hadir' })).toBeVisible();
    await visitor.getByRole('link', { name: 'Voucher' }).first().click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Segera hadir' })).toBeVisible();
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Tentang Kami' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Tentang Kami' })).toBeVisible();
  });
  await page.goto('/all-product');
  await expect(page.getByText('Toko belum dibuka: hanya pengelola')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible();
  await page.goto('/about-us');
  await expect(page.getByText('Toko belum dibuka.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Tentang Kami' })).toBeVisible();
  await page.goto('/admin');
  const setup = page.getByRole('region', { name: 'Persiapan toko' });
  await expect(setup.getByText('Toko belum dibuka')).toBeVisible();
  // The office shows this once, next to the button that opens the shop.
  await expect(page.getByText('Toko belum dibuka')).toHaveCount(1);
  await setup.getByRole('button', { name: 'Buka toko' }).click();
  await expectNotice(page, 'Toko sudah dibuka.', () =>
    page.getByRole('button', { name: 'Ya, buka' }).click(),
  );
  await visit(browser, `${shop}/all-product`, async (visitor) => {
    await expect(visitor.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible();
  });
});

test('the owner sets how long returns are accepted', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');
  const returns = page.getByRole('region', { name: 'Pengembalian' });
  const save = returns.getByRole('button', { name: 'Simpan' });
  const saved = page.getByText('Pengaturan disimpan.');
  await page.goto('/admin/settings');
  await returns.getByLabel('Batas pengembalian (hari)').fill('sepekan');
  await save.click();
  await expect(
    returns.getByText('Batas hari pengembalian harus angka bulat tanpa koma.').first(),
  ).toBeVisible();
  await returns.getByLabel('Batas pengembalian (hari)').fill('0');
  await save.click();
  await expect(saved).toBeVisible();
  await member.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await expect(returns).toContainText('Toko ini tidak menerima pengembalian.');
  await expect(returns.getByRole('link')).toHaveCount(0);

  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  await expect(returns.getByLabel('Batas pengembalian (hari)')).toHaveValue('0');
  await returns.getByLabel('Batas pembelian kembali (hari)').fill('30');
  await returns.getByLabel('Potongan pembelian kembali (persen)').fill('12,5');
  await save.click();
  await expect(saved).toBeVisible();
  await member.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await returns.getByRole('link', { name: 'Ajukan pengembalian' }).click();
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: /^Dibeli kembali oleh toko/ })).toBeChecked();
  await page.getByRole('button', { name: 'Tambah jumlah' }).click();
  await expect(page.getByText('Potongan pembelian kembali')).toBeVisible();
});

test('a save conflict affects only its section', async ({ page, request }) => {
  const owner = await Member.logIn(request, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  const sales = page.getByRole('region', { name: 'Harga, stok, dan pesanan' });
  await sales.getByLabel('Batas stok menipis (pcs)').fill('');
  await sales.getByRole('button', { name: 'Simpan' }).click();
  await expect(sales.getByText('Batas stok menipis wajib diisi.').first()).toBeVisible();
  await sales.getByLabel('Batas stok menipis (pcs)').fill('12');
  await editSection(owner, 'taxes', { legal_name: 'PT Melati Sehat' });
  await saveSection(page, 'Harga, stok, dan pesanan');

  await sales.getByLabel('Batas stok menipis (pcs)').fill('13');
  await editSection(owner, 'sales', { low_stock: 20, max_unpaid_orders: 4 });
  await sales.getByRole('button', { name: 'Simpan' }).click();
  await expect(
    sales.getByText('Yang diubah orang lain: batas stok menipis, batas pesanan belum dibayar.'),
  ).toBeVisible();
  await sales.getByRole('button', { name: 'Pertahankan isian saya' }).click();
  await saveSection(page, 'Harga, stok, dan pesanan');
  const { values } = (await owner.get<AdminSettings>('/api/admin/settings')).sales;
  expect(values.low_stock).toBe(13);
});
