// Generates the API types (schemas and calls) from the server's OpenAPI document: `npm run gen:api
// -- openapi.json`, optionally with another folder than src/api as second argument.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { generateApi } from 'swagger-typescript-api';

const [document, folder = resolve(import.meta.dirname, '../src/api')] = process.argv.slice(2);
if (!document)
  throw new Error('say where the OpenAPI document is: npm run gen:api -- openapi.json');

const { files } = await generateApi({
  input: resolve(document),
  output: false,
  fileName: 'schema.ts',
  templates: resolve(import.meta.dirname, 'api-templates'),
  generateClient: false,
  generateRouteTypes: true,
  generateUnionEnums: true,
  silent: true,
});
const [{ fileContent }] = files;
const file = resolve(folder, 'schema.ts');
const style = await resolveConfig(resolve(import.meta.dirname, '../src/api/schema.ts'));
const text = `/* Made by \`make generate\` from the server's OpenAPI document. */\n${fileContent}`;
await writeFile(file, await format(text, { ...style, parser: 'typescript' }));
