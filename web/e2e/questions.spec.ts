import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { enter } from './member';
import { expect, test } from './shop';
import { visit } from './visit';

// Questions asked here would break the tests of the visitors' view of the shop.
test.use({ own: true });

test('a question is public once it is answered', async ({ page, shop, browser }) => {
  await enter(page, 'admin@ksmart.test');
  const question = 'Apakah boleh diminum setiap hari?';
  const answer = 'Boleh, satu gelas setiap hari.';
  const product = `${shop}/product/1-klorofil-mint`;
  const part = (visitor: Page) => visitor.getByRole('region', { name: 'Tanya jawab' });
  const open = async (visitor: Page) => {
    await visitor.goto(product);
    await visitor.getByRole('region', { name: 'Ulasan' }).scrollIntoViewIfNeeded();
    await visitor.mouse.wheel(0, 4000);
    await expect(
      part(visitor)
        .getByText('Belum ada pertanyaan')
        .or(part(visitor).getByText('bertanya'))
        .first(),
    ).toBeVisible();
  };
  await visit(browser, shop, async (asker) => {
    await enter(asker, 'budi@ksmart.test');
    await open(asker);
    await part(asker).getByRole('button', { name: 'Kirim pertanyaan' }).click();
    await expect(part(asker).getByText('Tuliskan pertanyaannya.')).toBeVisible();
    await part(asker).getByLabel('Tanya tentang produk ini').fill(question);
    await part(asker).getByRole('button', { name: 'Kirim pertanyaan' }).click();
    await expect(part(asker).getByText('Menunggu jawaban')).toBeVisible();
    await expectAccessible(asker);
  });
  await visit(browser, shop, async (visitor) => {
    await open(visitor);
    await expect(visitor.getByText(question)).toHaveCount(0);
    await expect(part(visitor).getByRole('link', { name: 'Login untuk bertanya' })).toBeVisible();
  });
  await page.goto('/admin/questions');
  const row = page.getByRole('row', { name: /diminum setiap hari/ });
  await expect(row).toContainText('Belum dijawab');
  await row.getByRole('button', { name: 'Jawab' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jawab pertanyaan' });
  await dialog.getByLabel('Jawaban toko').fill(answer);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Simpan jawaban' }).click();
  await expect(row).toContainText('Tampil');
  await visit(browser, shop, async (visitor) => {
    await open(visitor);
    await expect(part(visitor).getByText(answer)).toBeVisible();
    await expect(part(visitor).getByText('Budi bertanya')).toBeVisible();
  });
  await row.getByRole('button', { name: 'Sembunyikan' }).click();
  await page.getByRole('dialog').getByLabel('Alasan').fill('Sudah tidak berlaku');
  await page.getByRole('dialog').getByRole('button', { name: 'Sembunyikan' }).click();
  await expect(row).toContainText('Disembunyikan: Sudah tidak berlaku');
});
