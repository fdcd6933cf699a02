// Makes the types of the API from the server's OpenAPI document: `npm run gen:api -- openapi.json`.
import { resolve } from 'node:path';
import { generateApi } from 'swagger-typescript-api';

const [document] = process.argv.slice(2);
if (!document)
  throw new Error('say where the OpenAPI document is: npm run gen:api -- openapi.json');

await generateApi({
  input: resolve(document),
  output: resolve(import.meta.dirname, '../src/api'),
  fileName: 'schema.ts',
  generateClient: false,
  generateUnionEnums: true,
  silent: true,
});
