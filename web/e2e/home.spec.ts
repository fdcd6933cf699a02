import type { Page } from '@playwright/test';
import { now } from './clock';
import { expect, test } from './shop';
import { reveal } from './steps';

test('the stars of a testimonial are not stretched', async ({ page }) => {
  await page.goto('/');
  const said = page.getByRole('list', { name: 'Apa kata mereka?' });
  await reveal(page, said.getByRole('figure').first());
  const box = await said
    .getByRole('img', { name: /^Rating/ })
    .first()
    .boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(5.6, 1);
});

test.describe('the banners', () => {
  const current = (page: Page) =>
    page.locator('[aria-label^="Tampilkan promosi"][aria-current="true"]');

  test('advance one by one and stop at the last', async ({ page }) => {
    await page.clock.install({ time: now() });
    // The shown banners are recorded from the start, because the clock also advances between the
    // steps of the test.
    await page.addInitScript(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      new MutationObserver(() => {
        const dot = document.querySelector(
          '[aria-label^="Tampilkan promosi"][aria-current="true"]',
        );
        const name = dot?.getAttribute('aria-label')?.slice(-1);
        if (name && shown.at(-1) !== name) shown.push(name);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    const shown = () =>
      page.evaluate(() => (window as unknown as { shown: string[] }).shown.join(' '));
    await page.goto('/');
    const dots = page.getByRole('button', { name: /^Tampilkan promosi/ });
    await expect(dots).toHaveCount(6);
    for (let place = 2; place <= 6; place += 1) {
      await page.clock.runFor(3000);
      await expect.poll(shown).toContain(` ${place}`);
    }
    await page.clock.runFor(6000);
    expect(await shown()).toBe('1 2 3 4 5 6');
    // After a visitor goes back manually, the banners continue to advance automatically.
    await dots.nth(1).click();
    await page.clock.runFor(3000);
    await expect.poll(shown).toMatch(/^1 2 3 4 5 6 2 3/);
  });

  test('are paused by their button', async ({ page }) => {
    await page.clock.install({ time: now() });
    await page.goto('/');
    await page.getByRole('button', { name: 'Hentikan putar otomatis' }).click();
    await expect(page.getByRole('button', { name: 'Putar otomatis' })).toBeVisible();
    const halted = (await current(page).getAttribute('aria-label')) ?? '';
    await page.clock.runFor(9000);
    await expect(current(page)).toHaveAccessibleName(halted);
    const box = await page
      .getByRole('img', { name: 'Hidup sehat dimulai dari rumah' })
      .boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1560 / 531, 1);
  });

  test('do not move with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install({ time: now() });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Putar otomatis' })).toBeVisible();
    await page.clock.runFor(9000);
    await expect(current(page)).toHaveAccessibleName('Tampilkan promosi 1');
  });
});

for (const [width, slides, gap] of [
  [300, 1, 10],
  [390, 2.3, 10],
  [700, 4.3, 20],
  [1280, 5.3, 30],
] as const)
  test(`${slides} categories fit at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const row = page.getByRole('list', { name: 'Kategori' });
    const tiles = row.getByRole('listitem');
    await expect(tiles).toHaveCount(8);
    const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()];
    const inner = await row.evaluate((element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    });
    const tile = first?.width ?? 0;
    expect((second?.x ?? 0) - (first?.x ?? 0) - tile).toBeCloseTo(gap, 0);
    expect((inner + gap) / (tile + gap)).toBeCloseTo(slides, 1);
  });

test('placeholders are shown while the shop loads', async ({ page }) => {
  for (const path of ['products', 'categories', 'banners', 'reviews/highlights'])
    await page.route(`**/api/${path}`, () => new Promise(() => {}));
  await page.goto('/why');
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  await page.getByRole('link', { name: 'K-Smart' }).first().click();
  await expect(page.getByRole('list', { name: 'Kategori' }).getByRole('listitem')).toHaveCount(6);
  const said = page.getByRole('list', { name: 'Apa kata mereka?' });
  await reveal(page, said);
  await expect(said.getByRole('listitem')).toHaveCount(4);
  await expect(page.locator('main .grid[aria-busy="true"] > *')).toHaveCount(8);
  await expect(page.getByRole('combobox', { name: 'Cari produk' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Cari', exact: true })).toBeDisabled();
});

test('testimonials and payment methods are shown', async ({ page }) => {
  await page.goto('/');
  await reveal(page, page.getByText('Ratna', { exact: true }));
  await expect(page.getByRole('heading', { name: 'Pembayaran' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QRIS' })).toBeVisible();
});

test.describe('voice search', () => {
  /**
   * Installs a speech recognition controlled by the test: `hear(text)` returns a text, `hear(null)`
   * fails.
   */
  const teach = (page: Page) =>
    page.addInitScript(() => {
      class Recognition extends EventTarget {
        lang = '';
        start() {
          const record = window as unknown as Record<string, unknown>;
          record.language = this.lang;
          record.hear = (transcript: string | null) =>
            this.dispatchEvent(
              transcript === null
                ? new Event('error')
                : Object.assign(new Event('result'), { results: [[{ transcript }]] }),
            );
        }
        abort() {
          this.dispatchEvent(new Event('end'));
        }
      }
      Object.assign(window, { SpeechRecognition: Recognition });
    });
  const hear = (page: Page, text: string | null) =>
    page.evaluate((said) => {
      const { hear: say, language } = window as unknown as {
        hear: (text: string | null) => void;
        language: string;
      };
      say(said);
      return language;
    }, text);

  test('searches for the recognized text', async ({ page }) => {
    await teach(page);
    await page.clock.install({ time: now() });
    await page.goto('/');
    const box = page.getByRole('combobox', { name: 'Cari produk' });
    await page.getByRole('button', { name: 'Cari dengan suara' }).click();
    await expect(box).toHaveValue('Mendengarkan...');
    await page.clock.pauseAt(now() + 60_000);
    expect(await hear(page, 'kopi ginseng.')).toBe('id-ID');
    await expect(box).toHaveValue('kopi ginseng');
    await expect(page).toHaveURL(/\/$/);
    await page.clock.runFor(500);
    await expect(page).toHaveURL(/\/all-product\?keyword=kopi\+ginseng$/);
  });

  test('clears the box after a failed recognition', async ({ page }) => {
    await teach(page);
    await page.goto('/');
    const box = page.getByRole('combobox', { name: 'Cari produk' });
    const button = page.getByRole('button', { name: 'Cari dengan suara' });
    await expect(box).toBeEnabled();
    await box.fill('teh');
    await button.click();
    await expect(box).toHaveValue('Mendengarkan...');
    await hear(page, null);
    await expect(box).toHaveValue('');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(box).toHaveValue('');
  });

  test('shows an error without browser support', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
        Object.defineProperty(window, name, { value: undefined });
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Cari dengan suara' }).click();
    await expect(page.getByText('Browser tidak mendukung Speech Recognition')).toBeVisible();
  });
});
