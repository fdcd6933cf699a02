import { expect, test } from './shop';

test('the document of the API is read in the browser, with nothing from elsewhere', async ({
  page,
  shop,
}) => {
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
