/** Steps of returns, shared by several tests. */
import { type APIRequestContext, type Page } from '@playwright/test';
import type { AdminReturn, OrderReturns } from '../src/api/schema';
import { Member } from './member';
import { expect } from './shop';

/** Finds the section with a return's state and possible actions. */
export const status = (page: Page) => page.getByRole('region', { name: 'Status' });
/** Finds the dialog with this title. */
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens the shop's page of the newest return of an order, and returns that return. */
export async function openAsShop(page: Page, admin: Member, order: string): Promise<AdminReturn> {
  const { returns } = await admin.get<OrderReturns>(`/api/admin/orders/${order}/returns`);
  await admin.enter(page);
  await page.goto(`/admin/returns/${returns[0]?.id}`);
  await expect(status(page)).toBeVisible();
  return admin.get<AdminReturn>(`/api/admin/returns/${returns[0]?.id}`);
}

/** Requests the return of pieces of the only line of an order, without a browser. */
export async function ask(request: APIRequestContext, member: Member, order: string, kind: string) {
  const { lines } = await member.get<OrderReturns>(`/api/transactions/${order}/returns`);
  const [line] = lines;
  const answer = await request.fetch(`/api/transactions/${order}/returns`, {
    method: 'POST',
    headers: member.headers,
    multipart: {
      kind,
      reason: 'damaged',
      note: 'Botolnya pecah',
      lines: JSON.stringify([{ line_id: line?.line_id, quantity: line?.open }]),
    },
  });
  expect(answer.status()).toBe(201);
}

/** Approves a return of one piece and receives it. */
export async function agreeAndReceive(page: Page, { damaged = false } = {}) {
  await status(page).getByRole('button', { name: 'Setujui' }).click();
  await dialog(page, 'Setujui pengembalian?').getByRole('button', { name: 'Setujui' }).click();
  await status(page).getByRole('button', { name: 'Barang diterima' }).click();
  const receipt = dialog(page, 'Barang diterima');
  if (damaged) {
    await receipt.getByLabel('Layak jual').fill('0');
    await receipt.getByLabel('Rusak').fill('1');
  }
  await receipt.getByRole('button', { name: 'Catat diterima' }).click();
  await expect(status(page)).toContainText('Barang sudah di toko');
}
