/** Promotions, retail prices and scheduled drafts: set by the owner, and seen by shoppers. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodScreen } from './axe';
import { fillProduct } from './catalogue';
import { momentIn } from './clock';
import { enter, Member } from './member';
import { amount, expect, expectNoSidewaysScroll, expectWholeNumbers, test } from './shop';
import { checkOutAll, fillCheckout, openProduct, saveSection, shippingCost, total } from './steps';
import { visit } from './visit';

// Changes here would break the tests of the visitors' view of the shop.
test.use({ own: true });

const NAME = 'Spirulina';

/** Finds the card of the product in a list. */
function card(page: Page) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: NAME }) });
}

test('a promotion sets the price that shoppers pay', async ({ page, request, shop, browser }) => {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  await enter(page, 'admin@ksmart.test');
  await page.goto(`/admin/products?search=${NAME}`);
  await page
    .getByRole('link', { name: new RegExp(NAME) })
    .first()
    .click();
  const normal = amount(await page.getByLabel('Harga (Rp)').inputValue());
  const promo = normal - 20_000;
  await page.getByLabel('Harga promo (Rp)').fill(String(normal));
  await page.getByLabel('Promo berakhir (WIB)').fill(momentIn(3));
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(
    page.getByText('Harga promo harus lebih dari 0 dan lebih kecil dari harganya.').first(),
  ).toBeVisible();
  await page.getByLabel('Harga promo (Rp)').fill(String(promo));
  await page.getByLabel('Harga umum (Rp)').fill(String(normal + 30_000));
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Produk disimpan')).toBeVisible();
  // The page is reloaded, because the layout shift caused by the refusal would count against it.
  await page.reload();
  await expect(page.getByLabel('Harga promo (Rp)')).not.toHaveValue('');
  await expectGoodScreen(page);
  await page.goto('/admin/products/new');
  await fillProduct(page, 'Sabun Besok');
  await page.getByLabel('Simpan sebagai konsep').check();
  await page.getByLabel('Terbit pada (WIB)').fill(momentIn(1));
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  await page.goto('/admin/products?search=Sabun+Besok');
  await expect(page.getByRole('row', { name: /Sabun Besok/ })).toContainText(/Terbit \d+ /);
  await expectGoodScreen(page);

  await visit(browser, `${shop}/all-product`, async (visitor) => {
    await expect(visitor.getByRole('heading', { name: 'Sabun Besok' })).toHaveCount(0);
    await expect(card(visitor).locator('s')).toHaveText(rupiah(normal));
    await expect(card(visitor)).toContainText(rupiah(promo));
    await openProduct(visitor, NAME);
    await expect(visitor.getByRole('main').locator('s').first()).toHaveText(rupiah(normal));
    await expect(visitor.getByText(/^Harga promo sampai /)).toBeVisible();
    await expect(visitor.getByText('harga umum')).toHaveCount(0);

    await buyer.fillCart(NAME);
    await buyer.enter(visitor);
    await visitor.goto('/cart');
    const line = visitor.getByRole('listitem').filter({ hasText: NAME });
    await expect(line.locator('s')).toHaveText(rupiah(normal));
    await expect(line).toContainText(rupiah(promo));
    await checkOutAll(visitor);
    await fillCheckout(visitor);
    await expect(visitor.locator('s').first()).toHaveText(rupiah(normal));
    await expectAccessible(visitor);
    await expectWholeNumbers(visitor);
    const due = amount(await total(visitor).textContent());
    expect(due).toBe(promo + amount(await shippingCost(visitor).textContent()));
    await visitor.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await visitor.waitForURL(/\/sandbox\//);
    await visitor.getByRole('button', { name: 'Bayar', exact: true }).click();
    await visitor.waitForURL(/\/payment-callback/);
    await visitor.getByRole('link', { name: 'Lihat pesanan' }).click();
    const charged = visitor.getByText('Total Pesanan').locator('xpath=following-sibling::dd');
    expect(amount(await charged.textContent())).toBe(due);
  });

  await page.goto('/admin/settings');
  await page
    .getByLabel('Harga yang dilihat pengunjung')
    .selectOption('Harga umum saja, dengan ajakan mendaftar');
  await saveSection(page, 'Harga, stok, dan pesanan');
  await visit(browser, `${shop}/all-product`, async (visitor) => {
    await expect(card(visitor)).toContainText(rupiah(normal + 30_000));
    await expect(card(visitor)).toContainText('Anggota lebih hemat');
    await openProduct(visitor, NAME);
    await expect(visitor.getByRole('link', { name: 'Daftar jadi anggota' })).toBeVisible();
    await expect(visitor.getByText(rupiah(promo))).toHaveCount(0);
    await expectAccessible(visitor);
    await buyer.enter(visitor);
    await visitor.evaluate(() => sessionStorage.setItem('shipmentAlertShow', 'true'));
    await openProduct(visitor, NAME);
    const saved = visitor.getByText(/^Sebagai anggota Anda hemat /);
    await expect(saved).toContainText(rupiah(50_000));
    await expect(visitor.getByText(rupiah(promo)).first()).toBeVisible();
    await expectAccessible(visitor);
    await expectNoSidewaysScroll(visitor);
  });
});

/** Formats rupiah as the shop does: `Rp 12.345`. */
function rupiah(value: number): string {
  return `Rp\u{a0}${value.toLocaleString('id-ID')}`;
}
