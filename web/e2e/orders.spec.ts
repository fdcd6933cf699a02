/** The member's orders: found, received and reviewed. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('orders are filtered by state or found by id', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  const orders = await member.orders();
  const completed = orders.filter(({ shipment_status }) => shipment_status === 'selesai');
  const shipped = orders.filter(({ shipment_status }) => shipment_status === 'dikirim');
  expect([completed.length > 0, shipped.length > 0]).toEqual([true, true]);
  await member.enter(page);
  await page.goto('/my-order');
  await expect(cards(page)).toHaveCount(Math.min(orders.length, 20));
  await expectGoodScreen(page);
  for (const [state, colour] of [
    ['dikirim', /bg-info-soft/],
    ['selesai', /bg-success-soft/],
  ] as const)
    await expect(page.getByText(`Pesanan ${state}`).first().locator('..')).toHaveClass(colour);
  await expect(page.getByText('Pembayaran berhasil').first()).toHaveClass(/bg-success-soft/);

  // One product is chosen from several.
  await cards(page)
    .filter({ hasText: 'produk lain' })
    .getByRole('button', { name: 'Beri ulasan' })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Beri ulasan' });
  await expect(dialog.getByLabel('Produk').getByRole('option')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Batal' }).click();

  const filters = page.getByRole('group', { name: 'Status pesanan' });
  await filters.getByRole('button', { name: 'Dikirim' }).click();
  await expect(page).toHaveURL(/filter=dikirim$/);
  await expect(cards(page)).toHaveCount(shipped.length);
  await filters.getByRole('button', { name: 'Selesai' }).click();
  await expect(cards(page)).toHaveCount(Math.min(completed.length, 20));

  const search = page.getByRole('searchbox', { name: 'Cari nomor pesanan' });
  const wanted = completed[0]?.order_id ?? '?';
  await search.fill(wanted.slice(-6).toLowerCase());
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(wanted);
  await expect(page).toHaveURL(/filter=selesai&search=\w{6}$/);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await search.fill('tidak-ada');
  await expect(page.getByText('Tidak ada pesanan dengan status "selesai".')).toBeVisible();
  await expect(page.getByText('Nomor pesanan yang dicari: “tidak-ada”')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus pencarian' }).click();
  await expect(cards(page)).toHaveCount(Math.min(completed.length, 20));
  await expect(search).toHaveValue('');
  await search.fill('tidak-ada');
  await expect(page.getByText('Tidak ada pesanan dengan status "selesai".')).toBeVisible();
  await filters.getByRole('button', { name: 'Semua' }).click();
  await expect(page.getByText('Tidak ada pesanan.', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a received order is reviewed once', async ({ page, request }) => {
  const product = 'Teh Rosella';
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const number = await member.shippedOrder(product);
  await member.enter(page);
  await page.goto(`/my-order?search=${number}`);
  const card = cards(page).filter({ hasText: number });

  await test.step('receiving an order asks for confirmation', async () => {
    await card.getByRole('button', { name: 'Pesanan Diterima' }).click();
    const sure = page.getByRole('dialog', { name: 'Pesanan sudah diterima?' });
    await sure.getByRole('button', { name: 'Batal' }).click();
    await expect(card.getByText('Pesanan dikirim')).toBeVisible();
    await page.route('**/complete', (route) => route.fulfill({ status: 500, json: {} }));
    await card.getByRole('button', { name: 'Pesanan Diterima' }).click();
    await sure.getByRole('button', { name: 'Ya, sudah diterima' }).click();
    await expect(sure.getByRole('alert')).toHaveText(
      'Terjadi kesalahan saat menyelesaikan pesanan.',
    );
    await page.unroute('**/complete');
    await sure.getByRole('button', { name: 'Ya, sudah diterima' }).click();
    await expect(card.getByText('Pesanan selesai')).toBeVisible();
    const said = page.getByRole('status').filter({ hasText: 'Pesanan ditandai selesai.' });
    await expect(said).toBeVisible();
    // The cash is still on its way to the shop.
    await expect(card.getByText('Pembayaran menunggu')).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Beri ulasan' });
  const send = dialog.getByRole('button', { name: 'Kirim ulasan' });
  const refused = dialog.getByRole('alert');
  await card.getByRole('button', { name: `Beri ulasan ${product}` }).click();

  await test.step('a review needs stars', async () => {
    await dialog.getByLabel('Komentar (opsional)').fill('Segar, cepat sampai.');
    await send.click();
    await expect(refused).toHaveText('Mohon berikan rating terlebih dahulu');
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: '1 bintang, Buruk' }).focus();
    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await expect(
      dialog.getByRole('radio', { name: '4 bintang, Bagus', exact: true }),
    ).toBeChecked();
  });

  await test.step('a failed review keeps the typed text', async () => {
    for (const [status, json, text] of [
      [500, {}, 'Terjadi kesalahan saat mengirim komentar.'],
      [200, {}, 'Terjadi kesalahan saat menambahkan review'],
      [
        409,
        { message: 'Anda sudah memberikan ulasan untuk produk ini.', code: 'already_reviewed' },
        'Anda sudah memberikan ulasan untuk produk ini.',
      ],
    ] as const) {
      await page.route('**/api/reviews', (route) => route.fulfill({ status, json }));
      await send.click();
      await expect(refused).toHaveText(text);
      await page.unroute('**/api/reviews');
    }
    // The typed review also survives when the dialog is closed by mistake.
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: `Beri ulasan ${product}` }).click();
    await expect(dialog.getByLabel('Komentar (opsional)')).toHaveValue('Segar, cepat sampai.');
    await expect(dialog.getByRole('radio', { name: /^4 bintang/ })).toBeChecked();
  });

  await send.click();
  await expect(page.getByText('Terima kasih atas ulasan Anda.')).toBeVisible();
  await expect(card.getByText('Sudah diulas')).toBeVisible();
  await expect(card.getByRole('button', { name: /^Beri ulasan/ })).toBeHidden();
  await card.getByRole('link', { name: 'Lihat detail' }).click();
  await expect(page.getByText('Sudah diulas')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Rating 4 dari 5' })).toBeVisible();
  await expect(page.getByText('Segar, cepat sampai.')).toBeVisible();
  const moves = page
    .locator('section')
    .filter({ has: page.getByText('Riwayat') })
    .getByRole('listitem');
  await expect(moves).toHaveText([
    /^Pesanan dibuat/,
    /^Pesanan dikemas/,
    /^Pesanan dikirim/,
    /^Pesanan selesai/,
  ]);
  await expectGoodScreen(page);
});
