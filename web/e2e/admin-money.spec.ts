/** Minimum quantities, approval of first COD orders, and the shop's books. */
import { expectAccessible, expectGoodScreen } from './axe';
import { editSection, enter, Member } from './member';
import { expect, PASSWORD, test } from './shop';
import { openProduct, saveSection } from './steps';

// Settings changed here would break other tests.
test.use({ own: true });

/** The demo's product with a minimum quantity of three. */
const mask = 'Masker Lembar';

test('a binding minimum quantity is enforced', async ({ page, request }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  const rules = page.getByRole('region', { name: 'Harga, stok, dan pesanan' });
  await rules.getByLabel('Pemesanan minimal produk').selectOption('Mengikat');
  await expectGoodScreen(page);
  await saveSection(page, 'Harga, stok, dan pesanan');

  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  await buyer.enter(page);
  await openProduct(page, mask);
  const pieces = page.getByRole('group', { name: 'Jumlah', exact: true });
  await expect(pieces.getByRole('status')).toHaveText('3');
  await expect(pieces.getByRole('button', { name: 'Kurangi jumlah' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // A smaller quantity that was already in the cart is reported, and cannot be checked out.
  await buyer.fillCart(mask, 1, 'Madu');
  await page.goto('/cart');
  await page.getByLabel(/^Pilih semua/).check();
  const sentence = `Minimal pembelian ${mask} adalah 3 pcs.`;
  await expect(page.getByText(sentence)).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await expect(page.getByRole('dialog')).toContainText(sentence);
  await page.getByRole('dialog').getByRole('button').click();
  const line = page.getByRole('group', { name: `Jumlah ${mask}` });
  for (const count of ['2', '3']) {
    await line.getByRole('button', { name: 'Tambah jumlah' }).click();
    await expect(line.getByRole('status')).toHaveText(count);
  }
  await expect(page.getByText(sentence)).toHaveCount(0);
  // Going below three removes the line.
  await line.getByRole('button', { name: 'Kurangi jumlah' }).click();
  await expect(page.getByText('Hapus dari keranjang?')).toBeVisible();
  await page.getByRole('button', { name: 'Batal' }).click();
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
});

test('a first COD order waits for approval', async ({ page, request }) => {
  const owner = await Member.logIn(request, 'admin@ksmart.test');
  await editSection(owner, 'sales', { holds_first_cod: true });
  // A new member is needed: every member of the demo has already paid for an order that arrived.
  const email = 'baru@ksmart.test';
  const registered = await request.post('/api/register', {
    multipart: {
      name: 'Baru Bergabung',
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      no_hp: '081298765432',
      alamat: 'Jl. Kenanga No. 7',
      bank: 'BCA',
      rekening_bank: '1234567890',
      jenis_kelamin: 'P',
      tanggal_lahir: '1995-05-05',
    },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  const buyer = await Member.logIn(request, email);
  const number = await buyer.order('Teh Rosella', 1, 'cod');
  await buyer.enter(page);
  await page.goto(`/my-order-detail/${number}`);
  await expect(page.getByRole('heading', { name: 'Menunggu persetujuan toko' })).toBeVisible();
  await expect(page.getByText('Ini pesanan COD pertama Anda')).toBeVisible();
  await expectGoodScreen(page);

  await owner.enter(page);
  await page.goto('/admin');
  await page.getByRole('link', { name: /COD menunggu persetujuan/ }).click();
  await page.getByRole('link', { name: number }).click();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByText('Menunggu persetujuan')).toBeVisible();
  await expect(status.getByRole('button', { name: 'Kemas pesanan' })).toHaveCount(0);
  await expectGoodScreen(page);
  await status.getByRole('button', { name: 'Setujui COD' }).click();
  await page.getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(status.getByRole('button', { name: 'Kemas pesanan' })).toBeVisible();
  await expect(page.getByText('Disetujui untuk dikemas')).toBeVisible();
});

test('figures of the books link to their orders', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/books');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buku kas');
  const open = page.getByRole('region', { name: 'Terbuka sekarang' });
  for (const [name, counted] of [
    ['COD dikemas', 'pesanan'],
    ['Pengembalian menunggu dana', 'pengembalian'],
    ['Bonus terutang', 'bonus'],
  ] as const)
    await expect(open.getByRole('link', { name }).first()).toHaveText(
      new RegExp(`\\d ${counted}$`),
    );
  await page.getByRole('button', { name: 'Per periode BV' }).click();
  const table = page.getByRole('table', { name: 'Buku kas' });
  await expect(page.getByRole('heading', { name: 'Dua belas periode terakhir' })).toBeVisible();
  await expect(table).toBeVisible();
  await expectGoodScreen(page);
  const online = table.getByRole('listitem').filter({ hasText: 'Online' }).first();
  const [, count = ''] = /\((\d+)\)/.exec((await online.textContent()) ?? '') ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  await online.getByRole('link').click();
  await expect(page.getByLabel('Gerak uang')).toHaveValue('received');
  // The list shows only the first page, which has up to 20 orders.
  await expect(page.getByRole('table', { name: 'Pesanan' }).locator('tbody tr')).toHaveCount(
    Math.min(Number(count), 20),
  );
  await page.goBack();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^buku-kas-.*\.csv$/);
  await expectAccessible(page);
});
