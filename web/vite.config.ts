import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { smallLibraries } from './libraries.config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.KSMART_URL ?? 'http://127.0.0.1:8080';

/**
 * Makes the page draw before the app runs: it contains the style sheet, and `boot.ts`, which
 * fetches the app.
 */
const drawFirst: Plugin = {
  name: 'draw-first',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({ type: 'chunk', id: here('./src/boot.ts'), fileName: 'boot.js' });
  },
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    const boot = bundle['boot.js'];
    if (page?.type !== 'asset' || boot?.type !== 'chunk') return;
    if (boot.imports.length > 0) throw new Error(`boot.ts imports ${boot.imports.join()}`);
    delete bundle['boot.js'];
    // The entry comes after its imports, each evaluated in its own task. The largest is requested
    // first.
    const parts: string[] = [];
    const size = (file: string) => {
      const part = bundle[file];
      return part?.type === 'chunk' ? part.code.length : 0;
    };
    const early = () =>
      parts
        .toSorted((a, b) => size(b.slice(1)) - size(a.slice(1)))
        .map((file) => `<link rel="modulepreload" crossorigin href="${file}">\n    `)
        .join('');
    page.source = String(page.source)
      .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_tag, file: string) => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
        delete bundle[file];
        return `<style>${String(sheet.source)}</style>`;
      })
      .replaceAll(/<link rel="modulepreload"[^>]*>\s*/g, '')
      .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, (_tag, src: string) => {
        const entry = bundle[src.slice(1)];
        if (entry?.type !== 'chunk') throw new Error(`${src} is not in the bundle`);
        parts.push(...entry.imports.map((file) => `/${file}`), src);
        return '';
      })
      .replace(/<script>.*?<\/script>/s, (script) => {
        if (script.includes('//')) throw new Error('a comment would hide the rest of the script');
        return script.replaceAll(/\s+/g, ' ');
      })
      .replace('<!-- head -->', () => `${early()}<!-- head -->`)
      .replace('</body>', () => {
        const script = `{const PARTS=${JSON.stringify(parts)};${boot.code.trim()}}`;
        return `<script>${script}</script>\n  </body>`;
      });
  },
};

/**
 * Makes the app request the rules until they arrive: a module that has failed to load once fails as
 * long as the page is open.
 */
const patientRules: Plugin = {
  name: 'patient-rules',
  apply: 'build',
  transform: {
    filter: { id: /__vite-plugin-wasm-helper$/ },
    handler: (code) => {
      const asked = code.replace(
        'await fetch(url)',
        `await (async () => {
          for (;;) {
            const answer = await fetch(url).catch(() => null);
            if (answer?.ok) return answer;
            await new Promise((resolve) => setTimeout(resolve, 2000));
          }
        })()`,
      );
      if (asked === code) throw new Error('the rules are fetched in another way');
      return asked;
    },
  },
};

const admin = here('./src/admin/routes.tsx');

/** Builds the worker, preceded by the list of the parts that it stores. */
const keepParts: Plugin = {
  name: 'keep-parts',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({ type: 'chunk', id: here('./src/worker/worker.ts'), fileName: 'sw.js' });
  },
  generateBundle(_options, bundle) {
    const worker = bundle['sw.js'];
    const page = bundle['index.html'];
    if (worker?.type !== 'chunk' || page?.type !== 'asset') return;
    // A browser runs it as a plain script.
    if (worker.imports.length > 0) throw new Error(`the worker imports ${worker.imports.join()}`);
    // The admin is for administrators: no other browser stores it.
    const kept = new Set<string>();
    const visit = (file: string) => {
      const each = bundle[file];
      if (kept.has(file) || each?.type !== 'chunk' || each.facadeModuleId === admin) return;
      kept.add(file);
      for (const next of [...each.imports, ...each.dynamicImports]) visit(next);
    };
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    for (const each of chunks) if (each.isEntry) visit(each.fileName);
    const left = new Set<string>();
    for (const { fileName, viteMetadata } of chunks) {
      if (kept.has(fileName)) continue;
      left.add(fileName);
      for (const sheet of viteMetadata?.importedCss ?? []) left.add(sheet);
      for (const picture of viteMetadata?.importedAssets ?? []) left.add(picture);
    }
    const parts = Object.keys(bundle).filter(
      (file) => file.startsWith('assets/') && !left.has(file),
    );
    const entry = parts.find((file) => {
      const each = bundle[file];
      return each?.type === 'chunk' && each.isEntry;
    });
    if (!entry) throw new Error('the app has no entry');
    const hash = createHash('sha256').update(JSON.stringify([parts, page.source, worker.code]));
    const built = {
      version: hash.digest('hex').slice(0, 12),
      entry,
      parts: parts.map((file) => `/${file}`),
    };
    worker.code = `const BUILT=${JSON.stringify(built)};${worker.code}`;
  },
};

/** Viewer of the API's document for /api/docs, unchanged: no page of the app requests it. */
const apiDocs: Plugin = {
  name: 'api-docs',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    const source = readFileSync(
      here('./node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js'),
    );
    this.emitFile({ type: 'asset', fileName: 'api-docs.js', source });
  },
};

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    wasm(),
    patientRules,
    ...smallLibraries,
    drawFirst,
    keepParts,
    apiDocs,
  ],
  resolve: {
    alias: {
      '@': here('./src'),
      'ksmart-core-wasm': here('../core-wasm/pkg/ksmart_core_wasm.js'),
      'ksmart-plan-wasm': here('../core-wasm/pkg/plan/ksmart_plan_wasm.js'),
    },
  },
  // The second build prerenders the first HTML of pages: scripts/prerender.mjs.
  builder: {
    buildApp: async ({ build, environments: { client, ssr } }) => {
      if (!client || !ssr) throw new Error('there are two builds');
      await build(client);
      await build(ssr);
    },
  },
  environments: {
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: 'node_modules/.prerender',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: here('./src/prerender/pages.tsx') },
      },
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy of the server allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has loaded these before it requests another part.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html'
          ? parts
          : parts.filter((part) => !/\/(base|rolldown-runtime)-/.test(part)),
    },
    rolldownOptions: {
      treeshake: {
        // Wrappers of a library's components have no side effects: unused ones are left out.
        manualPureFunctions: ['forwardRef', 'createContext'],
        propertyReadSideEffects: false,
      },
      output: {
        // The app names two hundred parts: one letter fewer in each speeds up a first visit.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            {
              // Code of every page, in one file: it compresses better.
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai|@tanstack)\/(?!.*(useInfiniteQuery|infiniteQuery(Observer|Behavior))\.)|src\/(api\/(calls|client|catalog|cart|queryAtom|content|noMutations)|errors|pictures|ui\/(buttonClass|Button|Link|icon|near|useAddressParams|useHydrated|Picture|Problem|Skeleton|Stars|useTitle|useDebounced|toast|alert|Loading|Combobox|SearchForm|ThemeToggle|Toasts|part|keepFocus|SlideRow|useSlides|Empty|WhenNear)|components\/(BvBadge|HeartButton|Logo|ProductSearch|ProductCard|VoiceButton|WishlistHeart)|features\/(home\/atoms|shell\/(Layout|Navbar|OfflineNotice|VersionNotice|ErrorPage|PageFrame|useScroll))|worker\/register|newVersion|routes|App|state|paths|format|shop)\.tsx?$|lucide-react\/dist\/esm\/icons\/(shopping-bag|user-round|menu|moon|sun|circle-alert|refresh-cw|x|heart|loader-circle|mic)\.|src\/assets\/k-smart|rolldown[/:]runtime/,
            },
            {
              // Parts of lists and of the first dialog, so that a tap on a list need not wait for
              // other files.
              name: 'lists',
              test: /src\/ui\/(AlertDialog|BackLink|Dialog|useChooseParam)\.tsx?$|lucide-react\/dist\/esm\/icons\/(arrow-left|package-search)\./,
            },
            {
              // Small parts that a few pages share: one file instead of a dozen, each of which the
              // app would have to name.
              name: 'parts',
              test: /src\/(core|dates|api\/(accounts|cartChanges|checkout|events|files|orders|returns|reviews|save|sessions|vouchers|wishlist)|features\/(accounts\/(AccountCard|PhotoField)|catalog\/PhotoArrows|orders\/status|shell\/SessionDialog|vouchers\/VoucherPicture)|ui\/(Badge|Checkbox|ChoiceCard|Fetched|ConfirmDialog|Field|FileButton|LoadingNotice|PasswordField|Stepper|Timeline|saveFile|neededPart|Panel|share|useHeld|useWayBack)|components\/(Avatar|Confirmation|CoreTrouble|Devices|HeirList|MemberFields|ProofSheet|LogoutDialog|photo|view|PayButton|PaymentChips|ReturnBadge|ReturnMoney|ReviewAnswer|minimum|ownWay|voucherTexts))\.tsx?$|lucide-react\/dist\/esm\/icons\/(badge-check|bell|bell-off|book-open-text|check|circle-x|clock|copy|external-link|file-question-mark|handshake|image-plus|laptop|link|log-out|mail|map-pin|package-(check|open|x)|plus|printer|receipt-text|search-x|share-2|shield-check|smartphone|ticket-x|trash|triangle-exclamation-point|truck|undo-2|circle-question-mark)\./,
            },
            {
              // Navigation of the admin, and small parts that its pages share.
              name: 'admin',
              // Their imports stay in the files from which the rest of the shop loads them.
              includeDependenciesRecursively: false,
              test: /src\/admin\/(roles|products\/Moments|components\/(beep|DateFilter|days|moments|OrderBadges|orderStates|PeriodFilter|productStatus|setup|TagFilter|taxNumber|today|VoucherBadge|whatsappNumber)|ui\/(adminQuery|Card|DataTable|DialogFoot|download|DownloadButton|Figures|FilterSelect|Group|ManualLink|NumberField|PagedTable|ReasonDialog|Screen|useFilters|useRequiredText|useSending|wholeNumber))\.tsx?$|lucide-react\/dist\/esm\/icons\/(ban|banknote|boxes|calendar-range|chart-column|database-backup|download|file-spreadsheet|hand-coins|life-buoy|message-circle|scan-barcode|tag|webhook|gallery-horizontal|message-square-text|network|package|percent|scroll-text|send|shapes|store|ticket-percent|tickets)\./,
            },
            {
              // Shared parts of the pages of BV and the network.
              name: 'member',
              test: /src\/(api\/(pages|volume)|ui\/(LoadMore|SearchBox|Fold)|components\/(Paper|PaymentBadge|DownlineBv|lineSentence|needNames|percent|PeriodPage|PeriodSelect|transferFailures|usePeriod))\.tsx?$|(useInfiniteQuery|infiniteQuery(Observer|Behavior))\.|lucide-react\/dist\/esm\/icons\/(calendar-x|chevron-down|gift|users-round|rotate-ccw-clock)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['.', '../core-wasm/pkg', '../docs/manual'] },
    proxy: Object.fromEntries(
      ['/api', '/storage', '/uploads', '/sandbox'].map((path) => [path, server]),
    ),
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // A slow machine must not fail a test.
    testTimeout: 30_000,
  },
});
