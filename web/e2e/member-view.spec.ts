import { expectAccessible, expectGoodScreen } from './axe';
import { enter, findMember } from './member';
import { expect, test } from './shop';

// A member registered here would break the tests of the network.
test.use({ own: true });

test('an administrator views the shop as a member', async ({ page, context }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/members');
  await page.getByRole('link', { name: 'Anggota baru' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anggota baru' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByLabel('Nama', { exact: true }).fill('Rina Wijaya');
  const email = `rina-${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('No. HP').fill('12');
  await page.getByRole('button', { name: 'Daftarkan' }).click();
  // The invalid field is reported, and the typed text stays.
  await expect(page.getByLabel('No. HP')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('No. HP').fill('081234567890');
  await page.getByLabel('Tanggal lahir').fill('1990-02-28');
  await page.getByLabel('Bank', { exact: true }).selectOption('BCA');
  await page.getByLabel('No. rekening').fill('1234567890');
  await page.getByLabel('Alamat').fill('Jl. Melati 1, Jakarta');
  await page.getByRole('combobox', { name: 'Cari leader: nama, ID, atau email' }).fill('siti');
  await page.getByRole('option', { name: /Siti Aminah/ }).click();
  // The message has shifted the layout.
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Daftarkan' }).click();
  await expect(page.getByRole('dialog', { name: 'Tautan password' })).toBeVisible();
  await page.getByRole('button', { name: 'Selesai' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rina Wijaya' })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();

  await findMember(page, 'Agus Prasetyo');
  await page.getByRole('button', { name: 'Lihat sebagai anggota' }).click();
  await page.getByRole('button', { name: 'Mulai' }).click();
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Buka di tab baru' }).click(),
  ]);
  const bar = tab.getByRole('region', { name: 'Lihat sebagai anggota' });
  await expect(bar).toContainText('Anda melihat sebagai Agus Prasetyo · hanya baca');
  await expect(tab).toHaveURL(/\/profile$/);
  await expect(tab.getByRole('main').getByText('Agus Prasetyo')).toBeVisible();
  await expectGoodScreen(tab);
  await tab.goto('/my-order');
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Selesai' })).toBeVisible();
  // Nothing can be changed in the view, not even by a request directly from the page.
  const refused = await tab.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('token')}`;
    const answer = await fetch('/api/wishlist', { method: 'POST', headers: { authorization } });
    return (await answer.json()) as { code: string };
  });
  expect(refused.code).toBe('read_only');
  // In the other tab the office works as before.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Agus Prasetyo' })).toBeVisible();
  // Logging out ends the view, and not the administrator's session.
  const menu = tab.getByRole('button', { name: 'Buka menu' });
  if (await menu.isVisible()) await menu.click();
  await tab.getByRole('button', { name: 'Logout' }).click();
  await tab.getByRole('button', { name: 'Ya, logout!' }).click();
  await expect(tab).toHaveURL(/\/admin\/members\/KS/);
  await expect(tab.getByRole('button', { name: 'Lihat sebagai anggota' })).toBeVisible();
  await expect(tab.getByRole('region', { name: 'Perubahan oleh pengelola' })).toContainText(
    'dilihat sebagai anggota',
  );
});
