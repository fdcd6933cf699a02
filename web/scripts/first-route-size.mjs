// Adds up the compressed JavaScript that the home page needs, and fails when it costs too much.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const LIMIT = 111 * 1024;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const needed = new Set();
const visit = (key) => {
  const chunk = manifest[key];
  if (needed.has(chunk.file)) return;
  needed.add(chunk.file);
  for (const each of chunk.imports ?? []) visit(each);
};
visit('index.html');
visit('src/features/home/HomePage.tsx');

let total = 0;
for (const file of needed) total += brotliCompressSync(readFileSync(new URL(file, dist))).length;
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
process.stdout.write(
  `first route: ${kib(total)} of JavaScript, as Brotli (at most ${kib(LIMIT)})\n`,
);
if (total > LIMIT) process.exitCode = 1;
