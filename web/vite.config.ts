import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.KSMART_URL ?? 'http://127.0.0.1:8080';

/** Makes the page draw before it runs: the style sheet stands in it, and the app is fetched after the first frame. */
const drawFirst: Plugin = {
  name: 'draw-first',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return;
    // The entry comes after what it imports, each evaluated in a task of its own.
    const parts: string[] = [];
    page.source = String(page.source)
      .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_tag, file: string) => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error(`${file} is not in the bundle`);
        delete bundle[file];
        return `<style>${String(sheet.source)}</style>`;
      })
      .replaceAll('<link rel="modulepreload"', '<link data-later="modulepreload"')
      .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, (_tag, src: string) => {
        const entry = bundle[src.slice(1)];
        if (entry?.type !== 'chunk') throw new Error(`${src} is not in the bundle`);
        parts.push(...entry.imports.map((file) => `/${file}`), src);
        return `<link data-later="modulepreload" crossorigin href="${src}">`;
      })
      .replace('</body>', () => `<script>${loader(parts)}</script>\n  </body>`);
  },
};

/**
 * Opens one of the popups that the server wrote, until `features/home/PopupVoucher.tsx` takes its place. Runs the app once
 * what the server wrote is drawn, picture and all; at once where it wrote nothing, or nobody looks.
 * It passes on what the worker says of the network; when all else is done it registers it, and names what came before it.
 */
function loader(parts: string[]): string {
  return `
      {
        const worker = navigator.serviceWorker;
        if (worker) worker.onmessage = ({ data }) => {
          document.documentElement.dataset.network = data;
          dispatchEvent(new Event(data));
        };
        const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 3000));
        const register = () => idle(() => {
          if (!worker) return;
          worker.register('/sw.js').catch(() => {});
          if (worker.controller) return;
          const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);
          worker.ready.then(({ active }) => active.postMessage(loaded()));
        });
        const keep = () => {
          if (document.readyState === 'complete') register();
          else addEventListener('load', register);
        };
        let started = false;
        const start = () => {
          if (started) return;
          started = true;
          // Each in a task of its own, between which the browser can answer a visitor.
          for (const link of document.querySelectorAll('link[data-later]'))
            setTimeout(() => { link.rel = link.dataset.later; });
          const run = async () => {
            for (const part of ${JSON.stringify(parts)}) {
              await new Promise((resolve) => { setTimeout(resolve); });
              await import(part);
            }
          };
          run().finally(keep);
        };
        const popups = document.getElementById('popups');
        if (popups && !sessionStorage.getItem('popupVoucherClosed')) {
          const all = popups.content.children;
          const popup = all[Math.floor(Math.random() * all.length)];
          document.body.append(popup);
          popup.onclose = () => sessionStorage.setItem('popupVoucherClosed', 'true');
          popup.onclick = ({ target }) => {
            if (target === popup || target.closest('button, a')) popup.close();
          };
          popup.showModal();
        }
        // A browser may show its first frame long after it was made; until then the app would only be in its way.
        const drawn = () =>
          new PerformanceObserver((list, observer) => {
            if (list.getEntriesByName('first-contentful-paint').length === 0) return;
            observer.disconnect();
            setTimeout(start);
          }).observe({ type: 'paint', buffered: true });
        const begun = document.getElementById('root').firstElementChild;
        const picture =
          document.querySelector('dialog img') ?? document.querySelector('img[fetchpriority=high]');
        if (document.hidden || !begun) start();
        else if (picture) {
          picture.decode().then(drawn, drawn);
          // A slow picture is not waited for.
          setTimeout(drawn, 1000);
        } else drawn();
        // Nor is a window that nobody looks at.
        setTimeout(start, 3000);
      }
    `;
}

const admin = here('./src/admin/routes.tsx');

/** Makes the worker, with the list of the parts that it keeps in front. */
const keepParts: Plugin = {
  name: 'keep-parts',
  apply: 'build',
  enforce: 'post',
  buildStart() {
    this.emitFile({ type: 'chunk', id: here('./src/worker/worker.ts'), fileName: 'sw.js' });
  },
  generateBundle(_options, bundle) {
    const worker = bundle['sw.js'];
    const page = bundle['index.html'];
    if (worker?.type !== 'chunk' || page?.type !== 'asset') return;
    // A browser runs it as a plain script.
    if (worker.imports.length > 0) throw new Error(`the worker imports ${worker.imports.join()}`);
    // The admin is for those who work there: nobody else's browser keeps it.
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

/** The viewer of the API's document for /api/docs, as it comes: no page of the app asks for it. */
const apiDocs: Plugin = {
  name: 'api-docs',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(
      here('./node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js'),
    );
    this.emitFile({ type: 'asset', fileName: 'api-docs.js', source });
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), drawFirst, keepParts, apiDocs],
  resolve: {
    alias: {
      '@': here('./src'),
      // Its packages name the development build for everyone, warnings and all.
      'react-router/dom': here('./node_modules/react-router/dist/production/dom-export.mjs'),
      'react-router': here('./node_modules/react-router/dist/production/index.mjs'),
      'ksmart-core-wasm': here('../core-wasm/pkg/ksmart_core_wasm.js'),
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy of the server allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has loaded these before it asks for another part.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html'
          ? parts
          : parts.filter((part) => !/\/(vendor|shared|rolldown-runtime)-/.test(part)),
    },
    rolldownOptions: {
      treeshake: {
        // What a component of a library is wrapped in does nothing by itself: unused ones are left out.
        manualPureFunctions: [
          'forwardRef',
          'React10.forwardRef',
          'React.forwardRef',
          'createContext',
        ],
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: {
          groups: [
            {
              // What every page needs, in one file: it compresses better and stays cached.
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai|@tanstack)\/(?!.*(useInfiniteQuery|infiniteQueryObserver)\.)/,
            },
            {
              // Parts that many pages share would otherwise become dozens of tiny files.
              name: 'shared',
              test: /src\/(api\/(calls|client|catalog|cart|queryAtom|accounts|content)|errors|pictures|ui\/(button|Button|Picture|Problem|Skeleton|Stars|useTitle|useDebounced|toast|Loading|Combobox|SearchForm|ThemeToggle|Toasts|SlideRow|Arrow|useSlides|Empty)|parts\/(BvBadge|ProductSearch|ProductCard|WishlistHeart)|features\/(home\/atoms|shell\/(Layout|Navbar|Footer|OfflineNotice|ErrorPage))|state|paths|format|shop)\.tsx?$|lucide-react\/dist\/esm\/icons\/(shopping-bag|user-round|menu|moon|sun|clock|mail|map-pin|phone|circle-alert|refresh-cw|x)\.|src\/assets\/k-smart/,
            },
            // Smaller parts that public pages need without the members' below.
            {
              name: 'wishlist',
              test: /src\/api\/wishlist\.ts$|lucide-react\/dist\/esm\/icons\/heart\./,
            },
            { name: 'Field', test: /src\/ui\/Field\.tsx$/ },
            { name: 'useChooseParam', test: /src\/ui\/useChooseParam\.ts$/ },
            {
              // What the pages of BV and the network share: one file instead of a dozen, each of which the app would name.
              name: 'member',
              test: /src\/(api\/(pages|volume)|ui\/(LoadMore|SearchBox|Fold)|parts\/(PaymentBadge|DownlineBv|PeriodPage|PeriodSelect|usePeriod))\.tsx?$|(useInfiniteQuery|infiniteQueryObserver)\.|lucide-react\/dist\/esm\/icons\/(calendar-x|chevron-down|gift|users-round|rotate-ccw-clock)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['.', '../core-wasm/pkg'] },
    proxy: Object.fromEntries(
      ['/api', '/storage', '/uploads', '/sandbox'].map((path) => [path, server]),
    ),
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // A slow machine is no mistake.
    testTimeout: 30_000,
  },
});
