/** Notes and tags of orders in the office, named filters, and the list as a file. */
import { readFileSync } from 'node:fs';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, test } from './shop';

test('orders are filtered by tag and exported', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const number = await buyer.order('Teh Rosella', 1, 'cod');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  await admin.enter(page);

  await page.goto(`/admin/orders/${number}`);
  await page.getByLabel('Catatan baru').fill('Telepon dulu sebelum dikirim');
  await page.getByRole('button', { name: 'Simpan catatan' }).click();
  const notes = page.getByRole('list', { name: 'Catatan' });
  await expect(notes).toContainText('Telepon dulu sebelum dikirim');
  await expect(page.getByLabel('Catatan baru')).toHaveValue('');
  await page.getByLabel('Tanda baru').fill('Kado, cek alamat');
  await page.getByRole('button', { name: 'Tandai' }).click();
  const tags = page.getByRole('list', { name: 'Tanda' });
  await expect(tags.getByRole('listitem')).toHaveText(['cek alamat', 'kado']);
  await page.getByRole('button', { name: 'Lepas tanda cek alamat' }).click();
  await expect(tags.getByRole('listitem')).toHaveText(['kado']);
  const told = page.getByRole('link', { name: 'Kabari lewat WhatsApp' });
  await expect(told).toHaveAttribute('href', new RegExp(`wa\\.me/62\\d+\\?text=.*${number}`));
  // Added content shifts the content below when the answer arrives, so the screen is checked after
  // a reload.
  await page.reload();
  await expect(notes).toContainText('Telepon dulu sebelum dikirim');
  await expectGoodScreen(page);
  await notes.getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(notes).toHaveCount(0);

  await page.goto('/admin/orders');
  await page.getByText('Saringan lain').click();
  await page.getByRole('combobox', { name: 'Tanda' }).selectOption('kado');
  const rows = page.getByRole('table', { name: 'Pesanan' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('#kado');
  await page.getByRole('button', { name: 'Simpan saringan ini' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Nama saringan wajib diisi.')).toBeVisible();
  await page.getByLabel('Nama saringan').fill('Kado minggu ini');
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The saved filter is offered again on the next visit, and narrows the list when it is chosen.
  await page.goto('/admin/orders?search=rosella');
  await expect(rows.filter({ hasText: number })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kado minggu ini' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Kado minggu ini' }).click();
  await expect(page).toHaveURL(/tag=kado$/);
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Unduh' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unduh pesanan' });
  await dialog.getByRole('button', { name: 'Kosongkan pilihan' }).click();
  for (const column of ['Nomor pesanan', 'Total', 'Tanda'])
    await dialog.getByLabel(column, { exact: true }).check();
  await expectAccessible(page);
  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV' }).click();
  const file = await begun;
  expect(file.suggestedFilename()).toMatch(/^pesanan-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('nomor;total;tanda');
  expect(lines[1]).toMatch(new RegExp(`^${number};\\d+;kado$`));
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Unduh' }).click();
  await expect(dialog.getByLabel('Total', { exact: true })).toBeChecked();
  await expect(dialog.getByLabel('Penerima', { exact: true })).not.toBeChecked();
  const book = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Excel (.xlsx)' }).click();
  const bytes = readFileSync(await (await book).path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: 'Hapus saringan Kado minggu ini' }).click();
  await expect(page.getByRole('link', { name: 'Kado minggu ini' })).toHaveCount(0);
});

test('office and buyer see the same invoice', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const number = await buyer.order('Teh Rosella', 2, 'cod');
  await buyer.enter(page);
  await page.goto(`/my-order-detail/${number}`);
  await page.getByRole('link', { name: 'Lihat invoice' }).click();
  const invoice = page.getByRole('article', { name: `Invoice ${number}` });
  await expect(invoice.getByRole('rowheader', { name: 'Teh Rosella' })).toBeVisible();
  await expect(invoice).toContainText('Belum dibayar');
  await expectGoodScreen(page);
  const sums = await invoice.getByRole('table').innerText();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(invoice).toBeVisible();
  await page.emulateMedia({ media: null });

  const admin = await Member.logIn(request, 'admin@ksmart.test');
  await admin.enter(page);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('link', { name: 'Invoice' }).click();
  await expect(invoice).toContainText('Lina Marlina');
  expect(await invoice.getByRole('table').innerText()).toBe(sums);
  await expectGoodScreen(page);
});
