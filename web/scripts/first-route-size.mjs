// Adds up the compressed JavaScript of a first visit to the home page, and fails if it is too
// large.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const LIMIT = 90 * 1024;

// Modules that the first screen requests at once.
const ASKED = ['index.html', 'src/features/home/HomePage.tsx'];

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

const dist = new URL('../dist/', import.meta.url);

/**
 * Returns the files that a first visit fetches; a browser test compares them with Chromium's
 * requests.
 */
export function firstRoute() {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
  const files = new Set();
  const visit = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    for (const each of imports) visit(each);
  };
  for (const key of ASKED) visit(key);
  return [...files];
}

if (process.argv[1] === import.meta.filename) {
  const page = readFileSync(new URL('index.html', dist), 'utf8');
  const parts = firstRoute().map((file) => [file, readFileSync(new URL(file, dist))]);
  for (const [, script] of page.matchAll(/<script>(.*?)<\/script>/gs))
    parts.push(['in the page', Buffer.from(script)]);
  const lines = parts.map(([name, content]) => [brotliCompressSync(content).length, name]);
  const total = lines.reduce((sum, [size]) => sum + size, 0);
  lines.push([total, `of JavaScript on a first visit, as Brotli (at most ${kib(LIMIT)})`]);
  for (const [size, name] of lines) process.stdout.write(`${kib(size).padStart(9)}  ${name}\n`);
  if (total > LIMIT) process.exitCode = 1;
}
