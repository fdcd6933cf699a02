import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compile } from 'tailwindcss';
import { expect, it } from 'vitest';

const sources = import.meta.dirname;
const coloured =
  /(?<![\w-])(?:text|bg|border|fill|stroke|outline|divide)-[a-z]+(?:-(?:soft|strong))?(?![\w-])/g;

/** Loads style sheets imported by the shop's own one: those of the library. */
const loadStylesheet = (id: string, base: string) => {
  const path = createRequire(import.meta.url).resolve(`${id}/index.css`);
  return Promise.resolve({ path, base, content: readFileSync(path, 'utf8') });
};

it('every colour class belongs to the theme', async () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const named = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(join(sources, file), 'utf8').match(coloured) ?? []);
  const sheet = readFileSync(join(sources, 'style.css'), 'utf8');
  const { build } = await compile(sheet, { base: sources, loadStylesheet });
  let known = build([]);
  const unknown = [...new Set(named)].filter((each) => {
    const before = known;
    known = build([each]);
    return known === before;
  });
  expect(named).toContain('text-muted');
  expect(unknown).toEqual([]);
});
