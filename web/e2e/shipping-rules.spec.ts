/** Shipping rules set by the owner, and their effect at the checkout. */
import { enter, Member } from './member';
import { amount, expect, expectNotice, test } from './shop';
import { checkOutAll, fillCheckout, shippingCost, total } from './steps';
import { visit } from './visit';

// Changes here would break the tests of buying.
test.use({ own: true });

test('shipping rules apply at the checkout', async ({ page, request, shop, browser }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: /^Kurir, cara kirim toko/ }).click();
  await page.getByRole('checkbox', { name: 'Lion Parcel' }).uncheck();
  await page.getByLabel('Mulai belanja (Rp)').fill('10000000');
  await page.getByLabel('Ditanggung paling banyak (Rp)').fill('9000');
  await page.getByLabel('Sampai total (Rp)').fill('1000');
  await page.getByRole('button', { name: 'Tambah cara kirim' }).click();
  const way = page.getByRole('group', { name: 'Cara kirim 1' });
  await way.getByLabel('Nama').fill('Ambil di toko');
  const places = way.getByRole('combobox', { name: 'Hanya untuk' });
  await places.fill('Kota Atlantis');
  await expect(way.getByText('Tidak ada yang cocok.')).toBeVisible();
  await places.fill('jakarta selatan');
  await way.getByRole('option', { name: 'Kota Jakarta Selatan' }).click();
  await expect(way.getByRole('button', { name: 'Hapus Kota Jakarta Selatan' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Simpan' });
  await expectNotice(page, 'Aturan pengiriman disimpan.', () => save.click());

  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  await buyer.fillCart('Spirulina');
  await visit(browser, shop, async (visitor) => {
    await buyer.enter(visitor);
    await checkOutAll(visitor);
    await fillCheckout(visitor);
    const couriers = visitor.getByRole('group', { name: 'Kurir' });
    // The shop's own delivery is free and listed first, but not preselected.
    const own = couriers.getByRole('radio', { name: /^Dari toko/ });
    await expect(own).not.toBeChecked();
    await expect(shippingCost(visitor)).toHaveText(/^Rp/);
    await expect(couriers.getByRole('radio', { name: /^Lion Parcel/ })).toHaveCount(0);
    await own.check();
    await expect(shippingCost(visitor)).toHaveText('Gratis');
    await expect(visitor.getByText(/^Belanja Rp.* lagi untuk potongan ongkir/)).toBeVisible();
    const cod = visitor.getByRole('radio', { name: /^COD/ });
    await expect(cod).toBeDisabled();
    await expect(visitor.getByText(/^Hanya untuk pesanan sampai Rp\s1.000\.$/)).toBeVisible();

    // From now on the shop bears a part of the shipping cost, and cash on delivery is possible.
    await page.getByLabel('Mulai belanja (Rp)').fill('1');
    await page.getByLabel('Sampai total (Rp)').fill('0');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await save.click();
    expect((await saved).status()).toBe(200);
    await visitor.reload();
    await couriers.getByRole('radio', { name: /^JNE/ }).check();
    const service = visitor.getByRole('group', { name: 'Layanan' }).getByRole('radio').first();
    await expect(service).toBeChecked();
    await expect(visitor.getByText('Tanpa potongan').first()).toBeAttached();
    await expect(visitor.getByText(/^Belanja Rp.* lagi/)).toHaveCount(0);
    await couriers.getByRole('radio', { name: /^Dari toko/ }).check();
    await expect(shippingCost(visitor)).toHaveText('Gratis');
    await cod.check();
    expect(amount(await total(visitor).textContent())).toBeGreaterThan(0);
    await visitor.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await expect(visitor).toHaveURL(/\/my-order$/);
  });

  // The office ships the order without a courier's tracking number.
  await page.goto('/admin/orders');
  const order = page.getByRole('link', { name: /^KS-/ }).first();
  await order.click();
  await expect(page).toHaveURL(/\/KS-/);
  const number = new URL(page.url()).pathname.split('/').pop() ?? '';
  await page.getByRole('button', { name: 'Kemas' }).click();
  await page.getByRole('button', { name: 'Kirim pesanan' }).click();
  await expect(page.getByLabel('Nomor resi')).toHaveValue(number);
});
