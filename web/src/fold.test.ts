import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fold } from './fold';

test('folds texts in the same way as the server', () => {
  const file = readFileSync('../core/tests/alike/folded.json', 'utf8');
  const cases = JSON.parse(file) as { folded: string; alike: string[] }[];
  for (const { folded, alike } of cases)
    for (const text of alike) expect(fold(text), text).toBe(folded);
});
