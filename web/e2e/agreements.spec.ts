/**
 * Code of ethics and terms: an owner publishes a version, and members are asked once to accept it.
 */
import { expectAccessible, expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

// A published version is presented to every member.
test.use({ own: true });
test.describe.configure({ mode: 'serial' });

const BODY = 'Ketentuan yang **baru**.\n\n## Ulasan\n\nTulis yang benar.';

test('an owner publishes a new version of the terms', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/agreements');
  await page.getByRole('link', { name: 'Syarat dan Ketentuan' }).click();
  await expect(
    page.getByRole('list', { name: 'Versi yang diterbitkan' }).getByText('Berlaku'),
  ).toBeVisible();
  const publish = page.getByRole('button', { name: 'Terbitkan versi 2' });
  const sure = page.getByRole('dialog', { name: 'Terbitkan versi ini?' });
  // Without a description of the changes nothing is published.
  await page.getByLabel('Isi', { exact: true }).fill(BODY);
  await expect(page.getByRole('heading', { name: 'Ulasan' })).toBeVisible();
  await publish.click();
  await sure.getByRole('button', { name: 'Ya, terbitkan' }).click();
  await expect(page.getByText('Yang berubah wajib diisi.').first()).toBeVisible();
  await page.getByLabel('Yang berubah').fill('Bagian ulasan ditambah.');
  await publish.click();
  await expect(sure).toBeVisible();
  await expectAccessible(page);
  await sure.getByRole('button', { name: 'Ya, terbitkan' }).click();
  await expect(page.getByText('Versi 2 diterbitkan.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Terbitkan versi 3' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Versi yang diterbitkan' }).getByRole('listitem'),
  ).toHaveCount(2);
  // Text filled in by a test does not count as input that may shift the layout, so the page is
  // loaded again.
  await page.reload();
  await expect(page.getByLabel('Isi', { exact: true })).toHaveValue(BODY);
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Riwayat' }).click();
  await expect(page.getByText(/diterbitkan/).first()).toBeVisible();
});

test('a member can postpone accepting new terms', async ({ page }) => {
  await enter(page, 'budi@ksmart.test');
  await page.goto('/profile');
  const asked = page.getByRole('heading', { level: 1, name: 'Mohon persetujuan Anda' });
  await expect(asked).toBeVisible();
  await expect(page.getByText('Yang berubah: Bagian ulasan ditambah.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kode Etik', exact: true })).toHaveCount(0);
  await page.getByText('Baca Syarat dan Ketentuan').click();
  await expect(page.getByText('Tulis yang benar.')).toBeVisible();
  await expectGoodScreen(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Nanti saja' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Akun saya' })).toBeVisible();
  // The request is postponed, not cancelled.
  await page.reload();
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Saya setuju' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Akun saya' })).toBeVisible();
  await page.goto('/my-order');
  await expect(page.getByRole('heading', { level: 1, name: 'Pesanan saya' })).toBeVisible();
  // The consent appears in the privacy centre, with the text of that day.
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Yang saya setujui' }).click();
  const dialog = page.getByRole('dialog', { name: 'Yang Anda setujui' });
  await expect(dialog.getByText(/^Versi \d, disetujui \d+ \w+ \d{4}/)).toHaveCount(3);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Versi 1' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Syarat dan Ketentuan' })).toBeVisible();
  await expect(page.getByText('Ini versi lama.')).toBeVisible();
  await page.getByRole('link', { name: 'Baca versi yang berlaku' }).click();
  await expect(page.getByText('Tulis yang benar.')).toBeVisible();
  await expectGoodScreen(page);
});

test('the registration links to the terms', async ({ page }) => {
  await page.goto('/register');
  const main = page.getByRole('main');
  await expect(main.getByText(/^Dengan menekan Register, Anda menyetujui/)).toBeVisible();
  const opened = page.waitForEvent('popup');
  await main.getByRole('link', { name: 'Syarat dan Ketentuan' }).click();
  await expect((await opened).getByText('Tulis yang benar.')).toBeVisible();
});
