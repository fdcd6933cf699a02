import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from './shop';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test('the API types match the server', async ({ request }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ksmart-api-'));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, await (await request.get('/api/openapi.json')).text());
  execFileSync(process.execPath, [here('../scripts/gen-api.mjs'), document, folder]);
  const [made, kept] = [join(folder, 'schema.ts'), here('../src/api/schema.ts')].map((path) =>
    readFileSync(path, 'utf8'),
  );
  expect(kept, 'run npm run gen:api with the document of `ksmart openapi`').toBe(made);
});
