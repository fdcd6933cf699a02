// Checks the documentation: the things that it names exist, and its sentences are short. Checks the names and comments
// of the sources against their rules.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Maximum number of words of a sentence, and of the README. */
const MOST_WORDS = 30;
const MOST_OF_README = 600;

/** Maximum length of a test's name, in characters. */
const LONGEST_NAME = 50;

const exists = (path) => existsSync(join(ROOT, path));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

const files = (folder) => readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`);

const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  .concat(files('docs'), files('docs/manual'))
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: read(path) }));

/** Pages of the manual for the people who run the shop. */
const manual = pages.filter(({ path }) => path.startsWith('docs/manual/'));

const FENCE = /```.*?```/gs;

/** Code within sentences, with its page. */
const spans = pages.flatMap(({ path, text }) =>
  [...text.replaceAll(FENCE, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => ({
    path,
    code,
  })),
);

/** Code in blocks, with its page. */
const fences = pages.flatMap(({ path, text }) =>
  [...text.matchAll(FENCE)].map(([code]) => ({ path, code })),
);

/** Files below a folder whose names match, with their paths and texts. */
function filesBelow(folder, name) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .map((path) => ({ path, text: read(path) }));
}

/** Texts of all files below a folder, except tests. */
const texts = (folder) => filesBelow(folder, /^(?!.*\.test\.)/).map(({ text }) => text);

/** Sources of all programs, with their paths. */
const programs = [
  'core',
  'core-wasm/src',
  'server',
  'web/src',
  'web/e2e',
  'web/scripts',
  'scripts',
].flatMap((folder) => filesBelow(folder, /\.(rs|tsx?|mjs)$/));

test('linked files exist', () => {
  for (const { path, text } of pages)
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (target.includes('://')) continue;
      const [file, heading] = target.split('#');
      const there = file === '' ? path : join(dirname(path), file);
      assert(exists(there), `${path} links ${target}`);
      if (!heading) continue;
      const headings = [...read(there).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      assert(headings.includes(heading), `${path} links ${target}`);
    }
});

test('named files exist', () => {
  const file =
    /^(core|core-wasm|server|web|migrations|scripts|deploy|docs|src|tests|foundation|identity|members|shop|flows|admin|ops)\/[\w./-]+$/;
  for (const { path, code } of spans) {
    if (!file.test(code)) continue;
    // Paths of the server may be written without its folder.
    const isThere = exists(code) || exists(`server/${code}`);
    assert(isThere, `${path} names ${code}`);
  }
});

test('named commands exist', () => {
  const targets = [...read('Makefile').matchAll(/^([a-z]+):/gm)].map(([, name]) => name);
  const [, body] = /enum Command \{(.*?)^\}/ms.exec(read('server/src/main.rs'));
  const commands = [...body.matchAll(/^ {4}([A-Z]\w+)/gm)].map(([, name]) => name.toLowerCase());
  for (const { path, code } of [...spans, ...fences])
    for (const [, program, command] of code.matchAll(/(?:^|[ /])(make|ksmart) ([a-z]+)/gm))
      assert(
        (program === 'make' ? targets : commands).includes(command),
        `${path}: ${program} ${command}`,
      );
});

test('named variables are used', () => {
  const server = programs.filter(({ path }) => /^server\/(\w+\/)?src\//.test(path));
  const sources = [
    read('Makefile'),
    ...server.map(({ text }) => text),
    ...['scripts', 'deploy'].flatMap(texts),
  ].join('\n');
  const known = new Set(sources.match(/\b[A-Z][A-Z\d_]+\b/g));
  const named = [
    ...spans.map(({ path, code }) => [
      path,
      /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[A-Z][A-Z\d]{4,})(?:=.*)?$/.exec(code),
    ]),
    ...fences.flatMap(({ path, code }) =>
      [...code.matchAll(/\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)=/g)].map((found) => [path, found]),
    ),
  ];
  for (const [path, found] of named)
    // Some files have names in capitals, too.
    if (found && !exists(found[1]))
      assert(known.has(found[1].replace(/_FILE$/, '')), `${path} names ${found[1]}`);
});

test('named addresses exist', () => {
  const calls = read('web/src/api/schema.ts');
  const beside = read('server/foundation/src/document.rs');
  const app = ['web/src/paths.ts', 'web/src/admin/paths.ts'].map(read).join('\n');
  const slugs = read('web/src/prerender/frame.ts');
  for (const { path, code } of spans) {
    const [, method, address] = /^(?:(GET|POST|PUT|DELETE) )?(\/[a-z][\w{}/.-]+)$/.exec(code) ?? [];
    // Folders of the machine are not addresses.
    if (!address || /^\/(data|etc|var|run)\b/.test(address)) continue;
    const methods = method ? [method] : ['GET', 'POST', 'PUT', 'DELETE'];
    const isThere = address.startsWith('/api/')
      ? methods.some((each) => calls.includes(`'${each} ${address}'`)) ||
        beside.includes(`"${address}"`)
      : app.includes(`'${address}'`) || slugs.includes(`'${address.slice(1)}'`);
    assert(isThere, `${path} names ${code}`);
  }
});

/** Whether a text contains the words as whole words. */
function standsIn(text, words) {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/\p{L}/u.test(text[at - 1]) && !/\p{L}/u.test(text[at + words.length])) return true;
  return false;
}

test('labels in the manual exist in the web app', () => {
  const web = texts('web/src').join('\n').replaceAll(/\s+/g, ' ').replaceAll('&amp;', '&');
  for (const { path, text } of manual)
    for (const [, label] of text.matchAll(/\*\*([^*]+)\*\*/g))
      assert(standsIn(web, label), `${path} names ${label}`);
});

test('every picture of the manual is used', () => {
  const shown = manual.flatMap(({ text }) => text.match(/pictures\/[\w-]+\.webp/g) ?? []);
  const taken = files('docs/manual/pictures').map((path) => path.replace('docs/manual/', ''));
  assert.deepEqual(taken.sort(), shown.sort());
});

test('no two files differ only in case', () => {
  // An import finds both `Button.tsx` and `button.ts` on a file system that ignores case.
  const names = programs.map(({ path }) => path.replace(/\.\w+$/, ''));
  const others = new Map(names.map((name) => [name.toLowerCase(), name]));
  for (const name of names) assert.equal(name, others.get(name.toLowerCase()));
});

test('comments do not begin with question words', () => {
  const words = '(What|Who|Whose|Whom|Whoever|Those|How|Whatever|Where|When|Why|Which|That)\\b';
  // A comment begins after code, and a description of errors begins after its heading.
  const rust = new RegExp(`^(?:(?!\\s*//[/!]).*|\\s*/// # Errors)\\n\\s*//[/!] ${words}.*`, 'm');
  const script = new RegExp(`/\\*\\*\\s(\\s*\\* )?${words}.*`);
  for (const { path, text } of programs) {
    const beginning = path.endsWith('.rs') ? rust : script;
    assert.equal(beginning.exec(`\n${text}`)?.[0], undefined, path);
  }
});

test('test names are short', () => {
  const rust =
    /#\[(?:tokio::)?test(?:\([^)]*\))?\]\s*(?:#\[[^\n]*\n\s*)*(?:async )?fn (?<name>\w+)/g;
  const script =
    /\b(?:test|it)(?:\.each\([^]*?\))?\(\s*(?<quote>['"`])(?<name>(?:(?!\k<quote>).)*)\k<quote>/g;
  for (const { path, text } of programs)
    for (const { groups } of text.matchAll(path.endsWith('.rs') ? rust : script))
      assert(groups.name.length <= LONGEST_NAME, `${path}: ${groups.name}`);
});

test('the browser tests for both themes exist', () => {
  // Playwright ignores a name without a file.
  const [, names] = /^const BOTH = .*?\(([^)]+)\)/m.exec(read('web/playwright.config.ts'));
  for (const name of names.split('|')) assert(exists(`web/e2e/${name}.spec.ts`), name);
});

/** Sentences of a page: blocks are paragraphs, items, cells and headings. */
function sentences(text) {
  const lines = text.replaceAll(FENCE, '\n\n').split('\n');
  const blocks = [''];
  for (const line of lines) {
    if (line.startsWith('|')) blocks.push(...line.split('|'), '');
    else if (/^ *([-*] |\d+\. |#)/.test(line) || line.trim() === '') blocks.push(line);
    else blocks[blocks.length - 1] += ` ${line}`;
  }
  return blocks.flatMap((block) => block.split(/(?<=[.!?])\s/));
}

test('sentences are short', () => {
  for (const { path, text } of pages)
    for (const sentence of sentences(text)) {
      const words = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
      assert(words <= MOST_WORDS, `${path}, ${words} words: ${sentence}`);
    }
  const words = read('README.md').split(/\s+/).length;
  assert(words <= MOST_OF_README, `the README has ${words} words`);
});
