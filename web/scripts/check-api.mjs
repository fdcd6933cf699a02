// Reports the faults in the server's OpenAPI document: `npm run check:api -- openapi.json`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';

const [document] = process.argv.slice(2);
if (!document)
  throw new Error('say where the OpenAPI document is: npm run check:api -- openapi.json');

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-unused-components': 'error',
    'operation-description': 'off',
    'operation-operationId': 'error',
    'operation-singular-tag': 'error',
    'operation-tag-defined': 'error',
    'no-duplicated-tag-names': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-required-schema-properties-undefined': 'error',
    'tag-description': 'error',
    // A public list has no reason to refuse a request.
    'operation-4xx-response': 'off',
    // Addresses that other programs call must not change.
    'no-ambiguous-paths': 'off',
    'no-path-trailing-slash': 'off',
  },
});
const source = readFileSync(document, 'utf8');
const problems = await lintFromString({ source, absoluteRef: resolve(document), config });
const totals = getTotals(problems);
formatProblems(problems, { totals, version: '', format: 'codeframe' });
if (totals.errors + totals.warnings > 0) process.exitCode = 1;
