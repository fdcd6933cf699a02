// Makes the types of the API from the server's OpenAPI document:
// `npm run gen:api -- openapi.json`, with another folder than src/api as second argument if wanted.
import { resolve } from 'node:path';
import { generateApi } from 'swagger-typescript-api';

const [document, folder = resolve(import.meta.dirname, '../src/api')] = process.argv.slice(2);
if (!document)
  throw new Error('say where the OpenAPI document is: npm run gen:api -- openapi.json');

await generateApi({
  input: resolve(document),
  output: resolve(folder),
  fileName: 'schema.ts',
  generateClient: false,
  generateUnionEnums: true,
  silent: true,
});
