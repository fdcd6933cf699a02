import { expect, test } from './shop';

test('the API docs load only from the shop', async ({ page, shop }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(shop) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto('/api/docs');
  await expect(page).toHaveTitle('K-Smart API');
  await page.getByRole('heading', { name: 'Vouchers', exact: true }).click();
  await page.getByText('/api/vouchers/{code}').click();
  await expect(page.getByText('Whether a voucher can be used now').last()).toBeVisible();
  expect(elsewhere).toEqual([]);
});
