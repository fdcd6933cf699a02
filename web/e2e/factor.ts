/** Second factors of users: an app that generates codes, and a device that creates passkeys. */
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { now } from './clock';
import { PASSWORD } from './shop';

// Port below the range that the system assigns automatically, for example to the other shops and to
// connections.
const port = 10_000 + (process.ppid % 20_000) + Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/**
 * Environment variables of a shop that accepts passkeys. Browsers allow passkeys only on host
 * names, and the shop must know its own name before it listens.
 */
export const named = { LISTEN: `127.0.0.1:${port}`, PUBLIC_URL: `http://localhost:${port}` };

/** Returns a shop's URL with the host name `localhost`, on which browsers allow passkeys. */
export const byName = (shop: string) => shop.replace('127.0.0.1', 'localhost');

/** Adds to the browser a device that creates passkeys and consents for its owner. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns the one-time code (TOTP) for a Base32 secret, `steps` periods of thirty seconds from now.
 */
export function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Confirms the user's identity with the password. */
export async function confirmWithPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Konfirmasi' }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Adds an authenticator app to the account where the page offers one; returns its secret and the
 * recovery codes.
 */
export async function enrol(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Pasang aplikasi' }).click();
  await confirmWithPassword(page);
  const dialog = page.getByRole('dialog', { name: 'Pasang aplikasi autentikator' });
  await expect(dialog.getByRole('img', { name: /Kode QR/ })).toBeVisible();
  await dialog.getByText('Tidak bisa memindai?').click();
  const shown = await dialog.locator('p.select-all').innerText();
  const secret = shown.replaceAll(/\s/g, '');
  await dialog.getByLabel('Kode dari aplikasi').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Pasang', exact: true }).click();
  const kept = page.getByRole('dialog', { name: 'Kode pemulihan' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const codes = await kept.getByRole('listitem').allInnerTexts();
  await kept.getByRole('button', { name: 'Sudah saya simpan' }).click();
  await expect(kept).toBeHidden();
  return { secret, codes };
}
