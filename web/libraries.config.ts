/** Plugins of the build that leave out what of the libraries nobody uses, where that is not seen from outside. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Lets the build leave out what of the router nobody uses, and what it tells developers: to wrap a part, to name it for
 * developer tools or to doubt what it was given does nothing that a visitor could see.
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
        // There is no router of data: its loaders, its errors and its fallbacks are never there.
        .replaceAll(/, dataRouterOpts\) \{$/gm, ') {\nconst dataRouterOpts = undefined;')
        .replaceAll('isDataRoute ? useNavigateStable() :', '')
        .replaceAll(/^var ENABLE_DEV_WARNINGS = true;$/gm, 'var ENABLE_DEV_WARNINGS = false;'),
  },
};

/** Draws the icons with a part of our own: that of lucide-react, ten times as large, also serves what nobody here uses. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: () => here('./src/ui/icon.ts'),
  },
};

/** Leaves out how the query library sends changes: the app does that itself. */
const noMutations: Plugin = {
  name: 'no-mutations',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/mutationCache\.js$/ },
    handler: () => here('./src/api/noMutations.ts'),
  },
};

/** Leaves out what of the query library's client nobody calls: methods of a class are kept by every build. */
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

/** Lets lists in pages bring what fetches their pages: every query would have it, and most pages have no such list. */
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
