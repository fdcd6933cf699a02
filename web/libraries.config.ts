/**
 * Build plugins that remove unused parts of the libraries, without a difference that is visible
 * from outside.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Lets the build remove unused parts of the router and its messages for developers. Wrapping a
 * component, naming it for developer tools and checking its arguments have no effect that a visitor
 * could see.
 */
const pureRouter: Plugin = {
  name: 'pure-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = .*;$/gm, '')
        .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(/^(\s*)((?:invariant|warning|warningOnce)\()/gm, '$1/* @__PURE__ */ $2')
        // The app has no data router, so its loaders, errors and fallbacks never occur.
        .replaceAll(/, dataRouterOpts\) \{$/gm, ') {\nconst dataRouterOpts = undefined;')
        .replaceAll('isDataRoute ? useNavigateStable() :', '')
        .replaceAll(/^var ENABLE_DEV_WARNINGS = true;$/gm, 'var ENABLE_DEV_WARNINGS = false;'),
  },
};

/**
 * Draws the icons with our own component: the one of lucide-react is ten times as large, because it
 * supports features that are unused here.
 */
const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: () => here('./src/ui/icon.ts'),
  },
};

/** Removes the query library's code for sending changes: the app does that itself. */
const noMutations: Plugin = {
  name: 'no-mutations',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/mutationCache\.js$/ },
    handler: () => here('./src/api/noMutations.ts'),
  },
};

/**
 * Removes unused methods of the query library's client: a build otherwise keeps all methods of a
 * class.
 */
const plainQueries: Plugin = {
  name: 'plain-queries',
  apply: 'build',
  transform: {
    filter: { id: /\/query-core\/.*\/queryClient\.js$/ },
    handler: (code) => {
      let plain = code;
      for (const method of [
        'infiniteQuery',
        'fetchInfiniteQuery',
        'prefetchInfiniteQuery',
        'ensureInfiniteQueryData',
        'setMutationDefaults',
        'setQueryDefaults',
        'isMutating',
      ]) {
        const before = plain;
        plain = before.replace(new RegExp(`^\\t${method}\\(.*?\\n\\t}\\n`, 'ms'), '');
        if (plain === before) throw new Error(`the query client has no ${method}`);
      }
      return plain;
    },
  },
};

/**
 * Moves the code that fetches pages into the lists that have pages: otherwise every query would
 * include it, and most pages have no such list.
 */
const pagesByThemselves: Plugin = {
  name: 'pages-by-themselves',
  apply: 'build',
  transform: {
    filter: { id: /\/query-core\/.*\/(query|infiniteQueryObserver)\.js$/ },
    handler: (code, id) => {
      const changes: [string, string][] = id.includes('infinite')
        ? [
            ['import { hasNextPage,', 'import { infiniteQueryBehavior, hasNextPage,'],
            [
              'options._type = "infinite";',
              'options._type = "infinite"; options.behavior = infiniteQueryBehavior();',
            ],
          ]
        : [
            ['import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";', ''],
            [
              '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)',
              'this.options.behavior',
            ],
          ];
      return changes.reduce((changed, [before, after]) => {
        if (!changed.includes(before)) throw new Error(`${id} has no ${before}`);
        return changed.replaceAll(before, after);
      }, code);
    },
  },
};

/** All of them. */
export const smallLibraries = [
  pureRouter,
  plainIcons,
  noMutations,
  plainQueries,
  pagesByThemselves,
];
