/**
 * Compensation plans in the office: written in forms next to an example, tried on past periods,
 * published.
 */
import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, expectNoSidewaysScroll, expectWholeNumbers, test } from './shop';

// Publishing a plan cannot be undone, and would break other tests.
test.use({ own: true });
test.describe.configure({ mode: 'serial' });

const example = (page: Page) => page.getByRole('region', { name: 'Contoh perhitungan' });

/** Finds the entry of a member in the example calculation; it opens to the sources of the bonus. */
const person = (page: Page, name: string) =>
  example(page).locator('details').filter({ hasText: name }).first();

async function begin(page: Page, title: string) {
  await page.goto('/admin/compensation/new');
  await page.getByRole('button', { name: `Mulai dari sini: ${title}` }).click();
  await expect(page.getByRole('navigation', { name: 'Langkah' })).toBeVisible();
}

test('a stairstep plan is built from its template', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/compensation');
  await expect(page.getByRole('row').nth(1)).toContainText('Dipakai');
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Buat rencana' }).click();
  await expect(page.getByRole('button', { name: /^Mulai dari sini: Versi/ }).first()).toBeVisible();
  await expectGoodScreen(page);
  await begin(page, 'Tangga 3–21%');
  await expect(example(page).getByText('Semua bonus', { exact: true })).toBeVisible();
  await expectGoodScreen(page);

  // Of 2,300 points below Siti she gets 9 percent, less the shares of the members below.
  await expect(person(page, 'Siti').locator('summary').first()).toContainText('Tangga 9%');
  await person(page, 'Siti').locator('summary').click();
  await expect(person(page, 'Siti')).toContainText('9% dari 410 poin sendiri');
  // For points further down, she gets only the difference to the rate already paid below her.
  await expect(person(page, 'Siti')).toContainText(
    /poin Wahyu: 9% − 6% yang sudah diberikan di bawahnya/,
  );

  // Unreadable values are reported at their field, and in the list of links to the faults.
  const components = page.getByRole('list', { name: 'Komponen bonus' });
  await components.locator('summary').first().click();
  const rate = components.getByLabel('Persen setiap peringkat: Tangga 9%');
  await rate.fill('sembilan');
  const faults = page.getByRole('region', { name: 'Yang harus diperbaiki' });
  await expect(faults).toBeVisible();
  await expect(rate).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await components.locator('summary').first().click();
  await faults.getByRole('button').first().click();
  await expect(rate).toBeFocused();
  await rate.fill('10');
  await expect(faults).toBeHidden();
  await expect(person(page, 'Siti')).toContainText('10% dari 410 poin sendiri');

  // A rank is added, named and moved to its place by keyboard alone.
  const ranks = page.getByRole('list', { name: 'Peringkat', exact: true });
  await page.getByRole('button', { name: 'Tambah peringkat' }).press('Enter');
  await page.keyboard.type('Bintang');
  const added = ranks.locator(':scope > li').last();
  await expect(added.getByLabel('Nama peringkat')).toBeFocused();
  await added.getByLabel('Nama peringkat').fill('Bintang');
  await added.getByLabel('Paling sedikit').fill('15.000');
  await added.getByRole('button', { name: 'Naikkan Bintang' }).press('Enter');
  await expect(ranks.locator(':scope > li').nth(-2)).toContainText('Bintang');
  await page.getByRole('button', { name: 'Turunkan Bintang' }).press('Enter');
  await expect(ranks.locator(':scope > li').last()).toContainText('Bintang');

  await page.getByLabel('Nama rencana').fill('Tangga kami');
  await expect(page.getByText('Tersimpan', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Nama rencana')).toHaveValue('Tangga kami');
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(example(page).getByText('Semua bonus', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectWholeNumbers(page);
  }
});

test('a plan is simulated and published', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/compensation');
  await page.getByRole('link', { name: 'Tangga kami' }).click();
  await page.getByRole('link', { name: 'Lanjut: uji ulang' }).click();
  await page.getByRole('button', { name: /^Uji \d+ periode$/ }).click();
  await expect(page.getByRole('list', { name: 'Anggota menurut peringkat' }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh CSV' }).click();
  expect((await download).suggestedFilename()).toBe('simulasi-rencana.csv');

  await page.getByRole('link', { name: 'Terbitkan' }).click();
  await expect(page.getByRole('region', { name: 'Kemungkinan terburuk di katalog' })).toBeVisible();
  await expectGoodScreen(page);
  const knows = page.getByRole('checkbox');
  if (await knows.isVisible()) await knows.check();
  await page.getByRole('button', { name: 'Terbitkan rencana' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Versi \d+: Tangga kami$/);
  await expect(page.getByText('Dipakai sekarang')).toBeVisible();
  await expect(page.getByText('Tangga 9%: 10%.')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByLabel('Bandingkan dengan').selectOption({ index: 1 });
  await expect(page.getByText(/bagian berbeda\.$/)).toBeVisible();
  await expectGoodScreen(page);
  await page.goto('/admin/compensation');
  await expect(page.getByRole('row').nth(1)).toContainText('Tangga kami');
  await expect(page.getByRole('row').nth(1)).toContainText('Dipakai');
});

test('the designer warns of bonuses without payees', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await begin(page, 'Plan A dan Plan B');
  const boundary = page.getByLabel('Peringkat batas');
  await boundary.selectOption('');
  const components = page.getByRole('list', { name: 'Komponen bonus' });
  await components.locator('summary').filter({ hasText: 'Bonus generasi' }).click();
  await expect(components).toContainText('bonus ini tidak membayar siapa pun');
  await components.getByRole('button', { name: 'Pilih peringkat batas' }).click();
  await expect(boundary).toBeFocused();
  await boundary.selectOption({ label: 'Manager' });
  await expect(components).not.toContainText('bonus ini tidak membayar siapa pun');

  await person(page, 'Siti').locator('summary').click();
  await expect(person(page, 'Siti')).toContainText('210 × Rp 5.000 × 10%');
  await expect(person(page, 'Siti')).not.toContainText('(batas)');
  await expect(person(page, 'Siti')).toContainText('A 210 · B 200 setelah alokasi');
  await page.getByLabel('Penjualan periode').fill('1.000.000');
  await expect(person(page, 'Siti')).toContainText(
    '210 × Rp 5.000 × 10% × Rp 400.000 / Rp 2.271.500 (batas)',
  );
  await expectAccessible(page);
});

test('a plan can be written from scratch', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await begin(page, 'Rencana kosong');
  await expect(page.getByLabel('Nama rencana')).toHaveValue('Rencana baru');
  await expect(example(page).getByText('Semua bonus', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Yang harus diperbaiki' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Tambah bonus pribadi' }).click();
  await expect(person(page, 'Siti').locator('summary')).toContainText(/Rp\s[1-9]/);
  await expectAccessible(page);
});

test('a plan is exported to a file and imported', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await begin(page, 'Plan A dan Plan B');
  await page.getByText('Berkas rencana').click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh berkas' }).click();
  const path = await (await file).path();
  await page.goto('/admin/compensation/new');
  await page.getByLabel('Impor berkas').setInputFiles(path);
  await expect(page.getByLabel('Nama rencana')).toHaveValue('Plan A dan Plan B');

  await page.goto('/admin/compensation/new');
  const wrong = { name: 'Salah', ranks: [{ code: 'a', name: 'A', needs: [] }], components: 'x' };
  const buffer = Buffer.from(JSON.stringify(wrong));
  await page
    .getByLabel('Impor berkas')
    .setInputFiles({ name: 'salah.json', mimeType: 'application/json', buffer });
  const faults = page.getByRole('alert');
  await expect(faults).toContainText('Berkas ini belum dapat dipakai');
  await expect(faults.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await faults.getByRole('button', { name: 'Buat draf dan perbaiki di sana' }).click();
  await expect(page.getByRole('region', { name: 'Yang harus diperbaiki' })).toBeVisible();
});

test('a plan over its cap needs an owner to approve', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await begin(page, 'Unilevel');
  await page.getByLabel('Nama rencana').fill('Murah hati');
  await page.getByLabel('Batas semua bonus (%)').fill('0,01');
  await page.getByLabel('Nilai satu poin (Rp)').fill('9000');
  await expect(page.getByText('Tersimpan', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Terbitkan' }).click();
  const ask = page.getByRole('button', { name: 'Minta persetujuan pemilik lain' });
  await expect(ask).toBeDisabled();
  await page.getByLabel('Saya mengetahui').check();
  await expectAccessible(page);
  await ask.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Minta persetujuan' }).click();
  await expect(page.getByText('Anda meminta rencana ini diterbitkan')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Setujui dan terbitkan' })).toHaveCount(0);

  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/compensation');
  await expect(page.getByRole('row', { name: /Murah hati/ })).toContainText(
    'Menunggu pemilik lain',
  );
  await page.getByRole('link', { name: /Murah hati/ }).click();
  await page.getByRole('button', { name: 'Setujui dan terbitkan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alasan').fill('Promosi akhir tahun.');
  await dialog.getByRole('button', { name: 'Setujui dan terbitkan' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Versi \d+: Murah hati$/);
  await page.goto('/admin/audit');
  await expect(page.getByText('Promosi akhir tahun.').first()).toBeVisible();
});
