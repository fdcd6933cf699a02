/** Full-screen view of a product's pictures. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, test } from './shop';
import { openProduct } from './steps';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Klorofil Mint' });
const picture = (page: Page) => dialog(page).locator('img').first();
const frame = (page: Page) => dialog(page).getByRole('group').first();

/** Returns the displayed width of the zoomed picture, in pixels; 0 if it is not shown. */
const widthOf = async (page: Page) => (await picture(page).boundingBox())?.width ?? 0;

/** Returns how far the frame is scrolled over the picture, in pixels. */
const moved = (page: Page) =>
  frame(page).evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop] as const);

type Finger = { x: number; y: number };

/** Moves fingers over the screen, from their first to their last positions. */
async function move(page: Page, from: Finger[], to: Finger[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: string, touchPoints: Finger[]) =>
    client.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step += 1)
    await touch(
      'touchMove',
      from.map(({ x, y }, finger) => ({
        x: x + ((to[finger]?.x ?? x) - x) * (step / 10),
        y: y + ((to[finger]?.y ?? y) - y) * (step / 10),
      })),
    );
  await touch('touchEnd', []);
}

/** Taps a place twice, without a pause that could turn the taps into two gestures. */
const tapTwice = (page: Page, hasTouch: boolean, { x, y }: Finger) =>
  hasTouch
    ? Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)])
    : page.mouse.dblclick(x, y);

test('zoom works with reduced motion', async ({ page, hasTouch }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openProduct(page, 'Klorofil Mint');
  await page.getByRole('button', { name: /^Perbesar foto 1/ }).click();
  await expect(frame(page)).toBeVisible();
  const whole = await picture(page).boundingBox();
  if (!whole) throw new Error('there is no picture');
  const at = { x: whole.x + whole.width * 0.75, y: whole.y + whole.height * 0.75 };
  await tapTwice(page, hasTouch, at);
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole.width * 2.5, 0);
  const large = await picture(page).boundingBox();
  expect((at.x - (large?.x ?? 0)) / (large?.width ?? 1)).toBeCloseTo(0.75, 1);
  expect((at.y - (large?.y ?? 0)) / (large?.height ?? 1)).toBeCloseTo(0.75, 1);
});

test('a picture is zoomed and panned', async ({ page, hasTouch }) => {
  await openProduct(page, 'Klorofil Mint');
  const small = page.getByRole('button', { name: /^Perbesar foto 1/ });
  const before = (await small.boundingBox())?.width ?? Infinity;
  await small.click();
  await expect(frame(page)).toBeVisible();
  const whole = await widthOf(page);
  expect(whole).toBeGreaterThan(before);
  await expectAccessible(page);

  // The middle of the picture stays in place.
  const middleOf = async () => {
    const { y = 0, height = 0 } = (await picture(page).boundingBox()) ?? {};
    return y + height / 2;
  };
  const start = await middleOf();
  await dialog(page).getByRole('button', { name: 'Perbesar' }).click();
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole * 1.5, 0);
  expect(Math.abs((await middleOf()) - start)).toBeLessThan(2);
  await dialog(page).getByRole('button', { name: 'Perkecil' }).click();
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole, 0);

  // A double tap magnifies around the tapped place, which stays in position.
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('there is no picture');
  const at = { x: box.x + box.width * 0.25, y: box.y + box.height * 0.25 };
  await tapTwice(page, hasTouch, at);
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole * 2.5, 0);
  const large = await picture(page).boundingBox();
  expect((at.x - (large?.x ?? 0)) / (large?.width ?? 1)).toBeCloseTo(0.25, 1);

  const [left] = await moved(page);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const aside = { x: middle.x - 120, y: middle.y };
  if (hasTouch) await move(page, [middle], [aside]);
  else {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(aside.x, aside.y, { steps: 10 });
    await page.mouse.up();
  }
  await expect.poll(async () => (await moved(page))[0]).toBeGreaterThan(left + 60);
  await expect(dialog(page).getByText(/^Foto 1 dari/)).toBeVisible();

  await page.keyboard.press('-');
  await expect.poll(() => widthOf(page)).toBeLessThan(whole * 2);
  await dialog(page).getByRole('button', { name: 'Perkecil' }).click();
  await dialog(page).getByRole('button', { name: 'Perkecil' }).click();
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole, 0);

  if (hasTouch) {
    // Two fingers move apart.
    await move(
      page,
      [
        { x: middle.x - 20, y: middle.y },
        { x: middle.x + 20, y: middle.y },
      ],
      [
        { x: middle.x - 60, y: middle.y },
        { x: middle.x + 60, y: middle.y },
      ],
    );
    await expect.poll(() => widthOf(page)).toBeGreaterThan(whole * 2);
    await tapTwice(page, hasTouch, at);
    await expect.poll(() => widthOf(page)).toBeCloseTo(whole, 0);
    await move(page, [{ x: middle.x + 120, y: middle.y }], [{ x: middle.x - 150, y: middle.y }]);
  } else await dialog(page).getByRole('button', { name: 'Foto berikutnya' }).click();
  await expect(dialog(page).getByText(/^Foto 2 dari/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Foto 2', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
});
