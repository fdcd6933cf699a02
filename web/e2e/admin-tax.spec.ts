/**
 * Tax of bonuses: the number typed by a member and validated by the office, a month in the office,
 * and the slip.
 */
import type { Bonus, Calculation, PayoutPage, PayoutPreview, TaxSlip } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { editSection, enter, Member } from './member';
import { amount, expect, expectNoSidewaysScroll, test } from './shop';
import { saveSection } from './steps';

// Payments of bonuses cannot be undone, and would break other tests.
test.use({ own: true });
test.describe.configure({ mode: 'serial' });

const NIK = '3174090101900001';

test('the owner turns on PPh 21 and edits its rules', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  await page.getByLabel('Pajak bonus', { exact: true }).selectOption('pph21');
  await page.getByLabel('NPWP toko').fill('123');
  const taxes = page.getByRole('region', { name: 'Pajak', exact: true });
  await taxes.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Isi 16 digit NPWP').first()).toBeVisible();
  await page.getByLabel('NPWP toko').fill('01.234.567.8-901.000');
  await saveSection(page, 'Pajak');

  await page.goto('/admin/tax/rules');
  const rule = page.getByRole('region', { name: 'Mulai Januari 2024' });
  await expect(rule).toContainText('Berlaku');
  await expect(rule).toContainText('35%');
  await page.getByLabel('Mulai bulan').fill('2020-01');
  await page.getByRole('button', { name: 'Simpan aturan' }).click();
  await expect(
    page.getByText('Pilih bulan ini atau bulan yang akan datang.').first(),
  ).toBeVisible();
  await page.getByLabel('Mulai bulan').fill('2098-01');
  await page.getByLabel('Tarif 5 (%)').fill('40');
  await page.getByRole('button', { name: 'Simpan aturan' }).click();
  const ahead = page.getByRole('region', { name: 'Mulai Januari 2098' });
  await expect(ahead).toContainText('40%');
  await expectAccessible(page);
  await ahead.getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(ahead).toHaveCount(0);
});

test('the office validates the NIK of a member', async ({ page, request }) => {
  const siti = await Member.logIn(request, 'siti@ksmart.test');
  await siti.enter(page);
  await page.goto('/bonus');
  // The link is below the card, whose height depends on its content.
  await expect(page.getByText('Peringkat hari ini')).toBeAttached();
  await page.getByRole('link', { name: 'NPWP/NIK dan bukti potong pajak' }).click();
  await expect(page.getByRole('heading', { name: 'Pajak bonus' })).toBeVisible();
  await expect(page.getByText('Belum ada bukti potong.')).toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel('NPWP atau NIK');
  await field.fill('12');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Isi 16 digit NIK atau NPWP')).toBeVisible();
  await expect(field).toHaveValue('12');
  await field.fill('3174 0901 0190 0001');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Menunggu diperiksa oleh toko.')).toBeVisible();
  await expect(field).toHaveValue(NIK);
  await page.reload();
  await expectGoodScreen(page);

  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/tax');
  await page.getByRole('link', { name: 'Periksa NPWP/NIK' }).click();
  await page.getByRole('link', { name: 'Siti Aminah' }).click();
  const part = page.getByRole('region', { name: 'NPWP atau NIK' });
  await expect(part).toContainText(NIK);
  await part.getByRole('button', { name: 'Validasi' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, tervalidasi' }).click();
  await expect(part).toContainText('Tervalidasi');
  await expectAccessible(page);
});

test('a member receives the tax slip of a month', async ({ page, request }) => {
  const office = await Member.logIn(request, 'keuangan@ksmart.test');
  const owner = await Member.logIn(request, 'admin@ksmart.test');
  const period = await office.endedPeriod();
  const { digest } = await office.get<Calculation>(`/api/admin/periods/${period.id}/calculation`);
  const calculated = await office.send('POST', `/api/admin/periods/${period.id}/calculate`, {
    name: period.name,
    digest,
  });
  expect(calculated.status(), await calculated.text()).toBe(200);

  await enter(page, 'keuangan@ksmart.test');
  await page.goto(`/admin/payouts/new?period_id=${period.id}`);
  await expect(page.getByLabel('Jumlah pembayaran')).toContainText('PPh 21');
  const seen = await office.get<PayoutPreview>(`/api/admin/payouts/preview?period_id=${period.id}`);
  const { payout } = (await (
    await office.send('POST', '/api/admin/payouts', seen)
  ).json()) as PayoutPage;
  await page.goto('/admin/tax');
  await expect(page.getByText('1 pembayaran bulan ini belum selesai')).toBeVisible();
  await expectGoodScreen(page);
  for (const [by, step, body] of [
    [owner, 'approve', { version: 1 }],
    [office, 'pay', { version: 2, proof_picture: 'proofs/bukti.webp' }],
  ] as const)
    expect((await by.send('POST', `/api/admin/payouts/${payout.id}/${step}`, body)).status()).toBe(
      200,
    );

  await page.reload();
  const figures = page.getByLabel('Jumlah bulan ini');
  await expect(figures).toContainText('Masih dapat bertambah');
  await expect(page.getByText('belum punya NPWP atau NIK yang tervalidasi')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Berkas Coretax (XML)' })).toBeDisabled();
  await expectGoodScreen(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Daftar (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe(`pph21-${payout.tax_month}.csv`);
  await page.getByLabel('NPWP/NIK').selectOption('Tervalidasi');
  const rows = page.getByRole('region', { name: 'Bukti potong' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(NIK);
  // The number of a slip must not wrap, because people copy it into other forms.
  const lines = await rows
    .last()
    .getByText(/^PPH21-/)
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
  expect(lines).toBe(1);

  const siti = await Member.logIn(request, 'siti@ksmart.test');
  const [bonus] = await siti.get<Bonus[]>(`/api/bonuses?bv_period_id=${period.id}`);
  const slip = await siti.get<TaxSlip>(`/api/tax-slips/${payout.tax_month}`);
  expect([slip.gross_rp, slip.tax_rp]).toEqual([bonus?.bonus_rupiah, bonus?.tax_rp]);
  // The lowest tax bracket is 5 % of half of the gross amount.
  expect(slip.tax_rp).toBe(Math.floor(slip.gross_rp * 0.025));
  await siti.enter(page);
  await page.goto('/bonus/tax');
  await page.getByRole('link', { name: slip.number }).click();
  const paper = page.getByRole('article', { name: `Bukti potong ${slip.number}` });
  await expect(paper).toContainText(NIK);
  await expect(paper.getByText('PPh dipotong')).toBeVisible();
  expect(amount(await paper.locator('dl').last().locator('dd').last().textContent())).toBe(
    slip.tax_rp,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Only the slip is printed.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Utama' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cetak atau simpan PDF' })).toBeHidden();
  await expect(paper).toBeVisible();
  // The paper is white below its content too, also in the dark theme.
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/bonus/tax/2001-01');
  await expect(page.getByText('Bukti potong tidak ditemukan.')).toBeVisible();
});

test('taxable prices are marked as including PPN', async ({ page, request }) => {
  const owner = await Member.logIn(request, 'admin@ksmart.test');
  await editSection(owner, 'taxes', { taxable: true });
  const budi = await Member.logIn(request, 'budi@ksmart.test');
  const number = await budi.order('Deodoran Tawas');
  await budi.fillCart('Deodoran Tawas');
  await budi.enter(page);
  await page.goto('/all-product?keyword=deodoran');
  await page.getByRole('link', { name: 'Deodoran Tawas' }).first().click();
  await expect(page.getByText('termasuk PPN')).toBeVisible();
  await page.reload();
  await expect(page.getByText('termasuk PPN')).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Harga sudah termasuk PPN.')).toBeVisible();
  await page.goto(`/my-order-detail/${number}`);
  await expect(page.getByText('Termasuk PPN dalam harga produk')).toBeVisible();
  await expectAccessible(page);
  await enter(page, 'admin@ksmart.test');
  await page.goto(`/admin/orders/${number}`);
  await expect(page.getByText('Termasuk PPN dalam harga')).toBeVisible();
});
