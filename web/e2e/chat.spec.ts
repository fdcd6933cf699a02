import { type Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './shop';
import { openProduct } from './steps';

const assistant = (page: Page) => page.getByRole('dialog', { name: 'Tanya tentang produk ini' });

async function openAssistant(page: Page) {
  await openProduct(page, 'Klorofil Mint');
  await page.getByRole('button', { name: 'Tanya tentang produk ini' }).click();
  await expect(assistant(page)).toBeVisible();
  return assistant(page);
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

test('the assistant answers from the catalogue', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openProduct(page, 'Klorofil Mint');
  const opener = page.getByRole('button', { name: 'Tanya tentang produk ini' });
  await opener.scrollIntoViewIfNeeded();
  const before = await opener.boundingBox();
  await opener.click();
  const panel = assistant(page);
  await panel.getByRole('button', { name: 'Bagaimana cara pakainya?' }).click();
  const said = panel.getByRole('article', { name: 'Bagaimana cara pakainya?' });
  await expect(said).toContainText('Larutkan 15 ml ke dalam 200 ml air dingin, 1-2 kali sehari.');
  await expect(panel.getByRole('status')).toContainText('Larutkan 15 ml');

  await panel.getByLabel('Pertanyaan Anda').fill('Siapa presiden Indonesia?');
  await panel.getByRole('button', { name: 'Kirim pertanyaan' }).click();
  const unanswered = panel.getByRole('article', { name: 'Siapa presiden Indonesia?' });
  await expect(unanswered).toContainText('Maaf, tidak ada jawaban.');
  await expect(panel.getByLabel('Pertanyaan Anda')).toHaveValue('');

  expect(await opener.boundingBox()).toEqual(before);
  await expectNoSidewaysScroll(page);
  const bar = await page.locator('[data-bottom-bar]').boundingBox();
  const box = await panel.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(box?.y).toBeGreaterThanOrEqual(64);
  // A question of several lines does not hide the end of the last answer.
  await panel.getByLabel('Pertanyaan Anda').fill('Baris\n'.repeat(5));
  await expect(unanswered.getByText('Maaf, tidak ada jawaban.')).toBeInViewport({ ratio: 1 });
});

test('a failed question can be asked again', async ({ page }) => {
  let calls = 0;
  await page.route('**/api/chat', async (route) => {
    calls += 1;
    if (calls === 1) return route.fulfill({ status: 500, body: 'rusak' });
    if (calls === 2) return route.abort();
    const half = event('piece', { text: 'Setengah ' });
    if (calls === 3)
      return route.fulfill({
        body: half + event('error', { message: 'Maaf, terjadi kesalahan.' }),
      });
    if (calls === 4)
      return route.fulfill({
        status: 429,
        json: { message: 'Terlalu banyak pertanyaan. Coba lagi nanti.', code: 'too_many_requests' },
      });
    if (calls === 5) return route.fulfill({ body: event('done', {}) });
    return route.continue();
  });
  const panel = await openAssistant(page);
  await panel.getByLabel('Pertanyaan Anda').fill('Berapa harganya?');
  await page.keyboard.press('Enter');
  const said = panel.getByRole('article', { name: 'Berapa harganya?' });
  const again = panel.getByRole('button', { name: 'Tanya lagi' });
  for (const [call, sentence] of [
    'Maaf, terjadi kesalahan.',
    'Maaf, terjadi kesalahan.',
    'Setengah Maaf, terjadi kesalahan.',
    'Terlalu banyak pertanyaan. Coba lagi nanti.',
  ].entries()) {
    await expect.poll(() => calls).toBe(call + 1);
    await expect(said).toHaveText(new RegExp(`^Berapa harganya\\?${sentence}\\s*Tanya lagi$`));
    await expect(said).toHaveCount(1);
    await again.click();
  }
  await expect(said).toContainText('Maaf, tidak ada jawaban.');
  await expect(again).toHaveCount(0);
  await panel.getByLabel('Pertanyaan Anda').fill('Harga?');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('article', { name: 'Harga?', exact: true })).toContainText(
    /Harga Klorofil Mint adalah Rp\s168\.000 per pcs\./,
  );
});

test('the assistant works by keyboard alone', async ({ page }) => {
  let answered = false;
  // No answer comes before the question is stopped.
  await page.route('**/api/chat', (route) => (answered ? route.continue() : undefined));
  await openProduct(page, 'Klorofil Mint');
  const opener = page.getByRole('button', { name: 'Tanya tentang produk ini' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = assistant(page);
  const field = panel.getByLabel('Pertanyaan Anda');
  await expect(panel).toBeVisible();
  await expect(panel.locator(':focus').or(page.locator('[role=dialog]:focus'))).toHaveCount(1);
  await field.focus();
  await page.keyboard.type('Berapa stoknya');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('sekarang?');
  await expect(field).toHaveValue('Berapa stoknya\nsekarang?');
  await expect(panel.getByText('24/500')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Sedang menjawab…')).toBeVisible();
  await expect(field).toBeFocused();
  // Only one question at a time is sent.
  await page.keyboard.type('Lagi?');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Hentikan jawaban' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('article').getByText('Jawaban dihentikan.')).toBeVisible();

  answered = true;
  await panel.getByRole('button', { name: 'Tanya lagi' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('article')).toContainText(/Stok Klorofil Mint saat ini \d+ pcs\./);
  await expect(panel.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
  // The conversation is still there.
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('article')).toHaveCount(1);
  await expect(field).toHaveValue('Lagi?');
});

test('a question has at most 500 characters', async ({ page }) => {
  const panel = await openAssistant(page);
  const field = panel.getByLabel('Pertanyaan Anda');
  await expect(panel.getByRole('button', { name: 'Kirim pertanyaan' })).toBeDisabled();
  await field.fill('x'.repeat(499));
  await field.press('End');
  await field.pressSequentially('yz');
  await expect(field).toHaveValue(`${'x'.repeat(499)}y`);
  await expect(panel.getByText('500/500')).toBeVisible();
  await field.press('Enter');
  await expect(panel.getByRole('article')).toContainText('Maaf, tidak ada jawaban.');
});
