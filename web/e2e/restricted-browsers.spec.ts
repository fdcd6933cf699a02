/**
 * Browsers that change the page or store nothing: they translate it, block the data of sites, or
 * have no space for it.
 */
import type { Page } from '@playwright/test';
import { Member } from './member';
import { expect, expectNotice, PASSWORD, test } from './shop';
import { openProduct, reveal } from './steps';

/** Translates the text of the page as browsers do: a font element replaces each text. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, font')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

test('C23: a translated page still works', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'agus.prasetyo@ksmart.test');
  await buyer.fillCart('Habbatussauda');
  await buyer.enter(page);
  await openProduct(page, 'Kopi Ginseng');
  const guard = page.waitForResponse('**/assets/translated-*');
  await translate(page);
  await guard;
  await expectNotice(page, 'Produk ditambahkan ke keranjang.', () =>
    page.getByRole('main').getByRole('button', { name: 'Keranjang', exact: true }).click(),
  );
  await translate(page);
  await page.getByRole('link', { name: 'Keranjang, 2 barang' }).click();
  const checkout = page.getByRole('main').getByRole('button', { name: /^Checkout/ });
  for (const [change, expected] of [
    ['check', 'Checkout (2)'],
    ['uncheck', 'Checkout (0)'],
  ] as const) {
    await expect(checkout).toBeVisible();
    await translate(page);
    await page.getByLabel(/^Pilih semua/)[change]();
    await expect(checkout).toHaveText(expected);
  }
  await expect(page.getByText('Halaman ini gagal dimuat')).toBeHidden();
});

test('C23: numbers update on a translated page', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/all-product');
  const main = page.getByRole('main');
  await expect(main.getByText(/^\d+ produk$/)).toBeVisible();
  const guard = page.waitForResponse('**/assets/translated-*');
  await translate(page);
  await guard;
  for (const stars of ['5', '4', '']) {
    await main.getByLabel('Rating minimum').selectOption(stars);
    const cards = main.getByRole('article');
    await expect(async () => {
      const count = await main.getByText(/^\d+ produk$/).textContent();
      expect(count).toBe(`${await cards.count()} produk`);
    }).toPass();
    await translate(page);
  }

  await page.goto('/bonus');
  const card = page.getByRole('region', { name: 'Kartu peringkat' });
  await reveal(page, card);
  await card.getByText('Apa jadinya kalau…').click();
  const result = card.getByRole('group', { name: 'Hasilnya' });
  await expect(result).toContainText('Rp');
  const own = card.getByRole('group', { name: 'Poin Anda bertambah' }).getByLabel('Plan A');
  const told: (string | null)[] = [];
  for (const points of ['1000', '3000']) {
    await translate(page);
    await own.fill(points);
    await expect.poll(async () => told.includes(await result.textContent())).toBe(false);
    await expect(result).toContainText(/\+Rp/);
    told.push(await result.textContent());
  }
});

test('C22: the shop works with site data blocked', async ({ page }) => {
  await page.addInitScript(() => {
    for (const kind of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, kind, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto('/');
  await page.getByRole('dialog').getByRole('button', { name: 'Tutup' }).click();
  await page.getByRole('button', { name: /tema gelap/ }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goto('/login');
  await expect(page.getByText('Browser ini memblokir data situs')).toBeVisible();
  await page.getByLabel('Email').fill('siti@ksmart.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Akun saya' })).toBeVisible();
});

test('a member can buy with full browser storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const storage of [localStorage, sessionStorage])
      for (let size = 2 ** 22; size >= 1; size /= 2)
        try {
          for (;;) storage.setItem(`penuh${storage.length}`, 'x'.repeat(size));
        } catch {
          // A smaller text may still fit, so the loop continues with half the size.
        }
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill('siti@ksmart.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectNotice(page, 'Penyimpanan browser penuh', () =>
    page.getByRole('main').getByRole('button', { name: 'Login' }).click(),
  );
  await expect(page).toHaveURL(/\/$/);
  // Continues without a reload of the page.
  await page.getByRole('combobox', { name: 'Cari produk' }).fill('kopi ginseng');
  await page.getByRole('option', { name: 'Kopi Ginseng' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Beli Sekarang' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bayar Sekarang' })).toBeVisible();
});
