/** Keyboard-only returns: a member's returned goods, their money, taxes and books. */
import { enter, Member } from './member';
import { ask, dialog, openAsShop, status } from './returning';
import { expect, test } from './shop';
import { expectFocus, press, tabTo, type } from './steps';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a member requests and cancels a return', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 2);
  await member.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await press(page, page.getByRole('link', { name: 'Ajukan pengembalian' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajukan pengembalian');
  // The missing field is reported, and has the focus.
  await press(page, page.getByRole('button', { name: 'Ajukan pengembalian' }));
  await expect(page.getByText('Pilih barang yang dikembalikan.')).toBeVisible();
  const more = page.getByRole('button', { name: 'Tambah jumlah' });
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pilih barang yang dikembalikan.')).toBeHidden();
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: 'Kurangi jumlah' }));
  await tabTo(page, page.getByRole('radio', { name: /^Uang kembali/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Ganti barang/ })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await tabTo(page, page.getByLabel('Alasan pengembalian'));
  await page.keyboard.type('Barang rusak');
  await type(page, page.getByLabel('Keterangan'), 'Kotaknya penyok.');
  const chosen = page.waitForEvent('filechooser');
  await press(page, page.getByLabel('Tambah foto barang'));
  await (await chosen).setFiles({ name: 'penyok.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByAltText('Foto 1')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Hapus foto 1' }));
  await expect(page.getByAltText('Foto 1')).toHaveCount(0);
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: 'Ajukan pengembalian' }));
  const sure = dialog(page, 'Ajukan pengembalian?');
  await press(page, sure.getByRole('button', { name: 'Ya, ajukan' }));
  await expect(status(page)).toContainText('Menunggu jawaban toko');
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: 'Batalkan pengajuan' }));
  await press(
    page,
    dialog(page, 'Batalkan pengajuan?').getByRole('button', { name: 'Ya, batalkan' }),
  );
  await expect(status(page)).toContainText('Dibatalkan');
  await expectFocus(page);
});

test('two administrators settle a return', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const finance = await Member.logIn(request, 'keuangan@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 2);
  await ask(request, member, order, 'refund');
  const { id, number } = await openAsShop(page, admin, order);
  await page.goto('/admin/returns?state=asked');
  await press(page, page.getByRole('link', { name: number }));
  await press(page, status(page).getByRole('button', { name: 'Setujui' }));
  await press(page, dialog(page, 'Setujui pengembalian?').getByRole('button', { name: 'Setujui' }));
  await expect(status(page)).toContainText('Disetujui');
  await expectFocus(page);
  await press(page, status(page).getByRole('button', { name: 'Barang diterima' }));
  const receipt = dialog(page, 'Barang diterima');
  await type(page, receipt.getByLabel('Layak jual'), '1');
  await type(page, receipt.getByLabel('Rusak'), '1');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Barang sudah di toko');
  await expectFocus(page);
  await press(page, status(page).getByRole('button', { name: 'Siapkan transfer' }));
  const transfer = dialog(page, 'Siapkan transfer');
  await type(page, transfer.getByLabel('Nomor rekening'), '12');
  await page.keyboard.press('Enter');
  await expect(transfer.getByText('Nomor rekening harus 5 sampai 30 angka.').first()).toBeVisible();
  await type(page, transfer.getByLabel('Nomor rekening'), '1234567890');
  await press(page, transfer.getByRole('button', { name: 'Siapkan' }));
  await expect(page.getByText(/^Anda yang menyiapkan transfer ini/)).toBeVisible();
  await expectFocus(page);

  await finance.enter(page);
  await page.goto(`/admin/returns/${id}`);
  await press(page, status(page).getByRole('button', { name: 'Setujui transfer' }));
  const approval = dialog(page, 'Setujui transfer?');
  await type(page, approval.getByLabel('Nomor referensi transfer'), 'TRF-20261122-8');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Dana dikembalikan');
  await expectFocus(page);
});

test('a tax number is entered and validated', async ({ page, request }) => {
  const member = await Member.logIn(request, 'maria.goreti@ksmart.test');
  await member.enter(page);
  await page.goto('/bonus/tax');
  await type(page, page.getByLabel('NPWP atau NIK'), '12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Isi 16 digit NIK atau NPWP')).toBeVisible();
  await expect(page.getByLabel('NPWP atau NIK')).toBeFocused();
  await type(page, page.getByLabel('NPWP atau NIK'), '3174090101900002');
  await press(page, page.getByRole('button', { name: 'Simpan' }));
  await expect(page.getByText('Menunggu diperiksa oleh toko.')).toBeVisible();
  await expectFocus(page);

  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/tax');
  await press(page, page.getByRole('link', { name: 'Periksa NPWP/NIK' }));
  await press(page, page.getByRole('link', { name: 'Maria Goreti' }));
  const part = page.getByRole('region', { name: 'NPWP atau NIK' });
  await press(page, part.getByRole('button', { name: 'Validasi' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Ya, tervalidasi' }));
  await expect(part).toContainText('Tervalidasi');
  await expectFocus(page);

  await page.goto('/admin/books');
  await press(page, page.getByRole('button', { name: 'Per periode BV' }));
  await expect(page).toHaveURL(/by=period/);
  await expectFocus(page);
  const file = page.waitForEvent('download');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await press(page, page.getByRole('button', { name: 'Unduh CSV' }));
  await file;
  const table = page.getByRole('table', { name: 'Buku kas' });
  await press(
    page,
    table.getByRole('listitem').filter({ hasText: 'Online' }).first().getByRole('link'),
  );
  await expect(page.getByLabel('Gerak uang')).toHaveValue('received');
  await expectFocus(page);
});
