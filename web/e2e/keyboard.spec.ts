/** Keyboard-only journeys of a visitor. */
import type { Page } from '@playwright/test';
import type { CartLine } from '../src/api/schema';
import { Member } from './member';
import { expect, PASSWORD, test } from './shop';
import { tabTo } from './steps';

test.describe('a first visit', () => {
  test.use({ greeting: true });

  test('closes the greeting and finds a product', async ({ page }) => {
    await page.goto('/');
    const greeting = page.getByRole('dialog', { name: /^Voucher / });
    await expect(greeting).toBeVisible();
    await tabTo(page, greeting.getByRole('button', { name: 'Tutup' }));
    await page.keyboard.press('Enter');
    await expect(greeting).toBeHidden();
    const search = page.getByRole('combobox', { name: 'Cari produk' });
    await expect(search).toBeEnabled();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Tab');
    await tabTo(page, search);
    await page.keyboard.type('matcha');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Matcha Latte' })).toBeVisible();
    // The new page has the focus: the next Tab is its first link, not the navbar's.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Kembali ke semua produk' })).toBeFocused();
  });
});

test('a visitor chooses a product and logs in', async ({ page }) => {
  await page.goto('/all-product');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Langsung ke isi' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Urutkan'));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/sort=termurah/);
  const link = page.getByRole('link', { name: 'Lihat Klorofil Mint' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Klorofil Mint' })).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: /^Perbesar foto 1/ }));
  await page.keyboard.press('Enter');
  const zoom = page.getByRole('dialog', { name: 'Klorofil Mint' });
  await expect(zoom).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(zoom).toBeHidden();
  await expect(page.getByRole('button', { name: /^Perbesar foto 1/ })).toBeFocused();

  await page.keyboard.press('Tab');
  const variants = page.getByRole('group', { name: 'Varian' }).getByRole('radio');
  await expect(variants.first()).toBeAttached();
  for (let press = 0; press < 60; press += 1) {
    if (await variants.first().evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect(variants.first()).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Tambah jumlah' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Keranjang', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Anda harus login terlebih dahulu!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Oke!' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);

  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('siti@ksmart.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Akun saya' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('vouchers are found, opened and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/voucher');
  const search = page.getByRole('combobox', { name: 'Cari voucher' });
  await expect(search).toBeEnabled();
  await tabTo(page, search);
  await page.keyboard.type('sehat');
  await expect(page.getByRole('option')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Pekan hidup sehat' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Salin kode' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kode Disalin!')).toBeVisible();
});

test('banners and categories can be selected', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const third = page.getByRole('button', { name: 'Tampilkan promosi 3' });
  await tabTo(page, third);
  await page.keyboard.press('Enter');
  await expect(third).toHaveAttribute('aria-current', 'true');
  const last = page.getByRole('link', { name: 'Perawatan Gigi' });
  await expect(last).not.toBeInViewport();
  await tabTo(page, last);
  await expect(last).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Perawatan Gigi' })).toBeVisible();
});

test('a return is requested and received', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  const order = await member.receivedOrder('Spirulina');
  await member.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await tabTo(page, page.getByRole('link', { name: 'Ajukan pengembalian' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Tambah jumlah' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: /^Uang kembali/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Ganti barang/ })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Ajukan pengembalian' }));
  await page.keyboard.press('Enter');
  // The missing field has the focus.
  await expect(page.getByLabel('Alasan pengembalian')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('button', { name: 'Ajukan pengembalian' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Ya, ajukan' }));
  await page.keyboard.press('Enter');
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText('Menunggu jawaban toko');
  const id = new URL(page.url()).pathname.split('/').at(-1);

  await (await Member.logIn(request, 'admin@ksmart.test')).enter(page);
  await page.goto(`/admin/returns/${id}`);
  await tabTo(page, status.getByRole('button', { name: 'Setujui' }));
  await page.keyboard.press('Enter');
  const agreed = page.getByRole('dialog', { name: 'Setujui pengembalian?' });
  await tabTo(page, agreed.getByRole('button', { name: 'Setujui' }));
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Disetujui');
  await tabTo(page, status.getByRole('button', { name: 'Barang diterima' }));
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog', { name: 'Barang diterima' });
  await expect(receipt.getByLabel('Layak jual')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Barang sudah di toko');
});

/**
 * Goes through a page by Tab from its top; returns the elements that were completely covered while
 * they had the focus.
 */
async function hiddenStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  const hidden: string[] = [];
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(async () => {
      // Waits until the element scrolled into view has been drawn.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const shown = focused.closest('label') ?? focused;
      const { left, top, width, height } = shown.getBoundingClientRect();
      const seen = [0.1, 0.5, 0.9].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const found = document.elementFromPoint(left + across * width, top + down * height);
          return found !== null && (shown.contains(found) || found.contains(shown));
        }),
      );
      return { name: `${focused.tagName} ${focused.ariaLabel ?? focused.textContent}`, seen };
    });
    if (stop === null) return hidden;
    if (!stop.seen) hidden.push(stop.name);
  }
  return hidden;
}

test('no focused element is covered by a bar', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.fillCart('Spirulina', 2);
  // Makes the cart longer than the screen.
  await page.route('**/api/cart?*', async (route) => {
    const response = await route.fetch();
    const [line] = (await response.json()) as CartLine[];
    const json = [1, 2, 3, 4, 5, 6, 7].map((id) => Object.assign({}, line, { id }));
    await route.fulfill({ response, json });
  });
  await member.enter(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const heading = (name: string) => page.getByRole('heading', { name });
  for (const [address, there, ...late] of [
    [
      '/product/1-klorofil-mint',
      page.getByRole('group', { name: 'Varian' }),
      heading('Tanya jawab'),
      heading('Promo untuk Anda'),
    ],
    [
      '/cart',
      page.getByRole('button', { name: 'Hapus Spirulina' }).last(),
      page.getByRole('button', { name: 'Checkout' }),
    ],
  ] as const) {
    await page.goto(address);
    await expect(there).toBeVisible();
    // A part that loads late moves the focused element away, so all parts must be there first.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    for (const part of late) await expect(part).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await hiddenStops(page)).toEqual([]);
  }
});
