/** Shipping by a provider with outages, and tracking of a parcel. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test as base } from './shop';
import { checkOutAll, total } from './steps';

/** A shipping provider that can be switched off. */
type Provider = { server: Server; up: boolean; address: string };

const place = {
  id: 34167,
  label: 'TEBET TIMUR, TEBET, JAKARTA SELATAN, 12820',
  subdistrict_name: 'TEBET TIMUR',
  district_name: 'TEBET',
  city_name: 'JAKARTA SELATAN',
  zip_code: '12820',
};

const costs = {
  calculate_reguler: [
    { shipping_name: 'JNE', service_name: 'REG23', shipping_cost: 18000, etd: '3-4 day' },
  ],
  calculate_cargo: [
    { shipping_name: 'JNE', service_name: 'JTR23', shipping_cost: 45000, etd: '-' },
  ],
  calculate_instant: [],
};

async function start(): Promise<Provider> {
  const provider: Provider = { server: createServer(), up: true, address: '' };
  provider.server.on('request', (request, response) => {
    if (!provider.up) return void request.socket.destroy();
    const data = request.url?.includes('/destination/search') ? [place] : costs;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ meta: { code: 200, status: 'success' }, data }));
  });
  await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
  provider.address = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
  return provider;
}

const test = base.extend<object, { provider: Provider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- what a fixture takes is read from its pattern
    async ({}, use) => {
      const provider = await start();
      await use(provider);
      provider.server.closeAllConnections();
      provider.server.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ provider }, use) => use({ KOMERCE_API_KEY: 'kunci', KOMERCE_URL: provider.address }),
    { scope: 'worker' },
  ],
});

const tryAgain = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Try Again' });

test('a checkout survives a shipping outage', async ({ page, request, provider }) => {
  provider.up = true;
  const buyer = await Member.logIn(request, 'siti@ksmart.test');
  await buyer.fillCart('Kopi Ginseng', 2);
  await buyer.enter(page);
  await checkOutAll(page);
  await page.getByLabel('Plan BV').selectOption({ label: 'Plan A' });
  await page.getByRole('radio', { name: /^COD/ }).check();
  const address = page.getByRole('textbox', { name: /Alamat/ });
  await address.fill('Jl. Kenanga No. 5, dekat pasar');
  await page.getByRole('combobox', { name: 'Tujuan pengiriman' }).fill('tebet');
  await expect(page.getByRole('option', { name: /tebet/i })).toBeVisible();

  provider.up = false;
  await page.getByRole('option', { name: /tebet/i }).first().click();
  await expect(page.getByText('Failed to load shipping methods')).toBeVisible();
  await expectAccessible(page);
  await tryAgain(page, 'Failed to load shipping methods').click();
  await expect(page.getByText('Failed to load shipping methods')).toBeVisible();
  await expect(address).toHaveValue('Jl. Kenanga No. 5, dekat pasar');

  provider.up = true;
  await tryAgain(page, 'Failed to load shipping methods').click();
  const costsAgain = tryAgain(page, 'Failed to calculate shipping cost');
  const services = page.getByRole('group', { name: 'Layanan' }).getByRole('radio');
  await expect(costsAgain.or(services.first())).toBeVisible();
  if (await costsAgain.isVisible()) await costsAgain.click();
  await expect(services.first()).toBeChecked();
  await expect(page.getByText('Perkiraan 3-4 hari')).toBeVisible();
  await expect(address).toHaveValue('Jl. Kenanga No. 5, dekat pasar');
  await expect(total(page)).toContainText('Rp');

  // The cost is known, so the order does not need the provider.
  provider.up = false;
  const before = (await buyer.orders()).length;
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await expect.poll(async () => (await buyer.orders()).length).toBe(before + 1);
  const [order] = await buyer.orders();
  expect(order).toMatchObject({ shipping_cost: 18000, shipping_method: 'JNE - REG23' });
});

base.describe('a parcel', () => {
  base('is followed on the page of its order', async ({ page, request }) => {
    const member = await Member.logIn(request, 'budi@ksmart.test');
    const number = await member.shippedOrder('Kopi Ginseng');
    await member.enter(page);
    const tracking = `**/api/transactions/${number}/tracking`;
    await page.route(tracking, (route) => route.fulfill({ status: 502, json: {} }));
    await page.goto(`/my-order-detail/${number}`);
    const parcel = page.getByRole('region', { name: 'Lacak paket' });
    await expect(parcel.getByText('Gagal melacak paket. Silakan coba lagi.')).toBeVisible();
    await expectAccessible(page);

    await page.unroute(tracking);
    await parcel.getByRole('button', { name: 'Coba Lagi' }).click();
    await expect(parcel.getByRole('listitem')).toHaveText([
      /^Paket diserahkan kepada kurir/,
      /^Pesanan dikemas oleh toko/,
    ]);
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Pesanan Diterima' }).click();
    await page.getByRole('button', { name: 'Ya, sudah diterima' }).click();
    await expect(parcel.getByRole('listitem').first()).toHaveText(/^Paket telah diterima/);

    await page.route(tracking, (route) =>
      route.fulfill({
        json: { data: { resi: 'X', shipping_method: 'JNE', last_status: '', history: [] } },
      }),
    );
    await page.reload();
    await expect(parcel).toContainText('Kurir belum mencatat perjalanan paket ini.');
  });

  base('that was not sent has nothing to follow', async ({ page, request }) => {
    const member = await Member.logIn(request, 'budi@ksmart.test');
    const number = await member.order('Kopi Ginseng', 1, 'cod');
    await member.enter(page);
    await page.goto(`/my-order-detail/${number}`);
    await expect(page.getByText('No. resi')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Lacak paket' })).toBeHidden();
  });
});
