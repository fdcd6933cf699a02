import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.KSMART_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm()],
  resolve: {
    alias: {
      '@': here('./src'),
      'ksmart-core-wasm': here('../core-wasm/pkg/ksmart_core_wasm.js'),
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy of the server allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // What every page needs, in one file: it compresses better and stays cached.
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai|@tanstack)\//,
            },
            {
              // Parts that many pages share would otherwise become dozens of tiny files.
              name: 'shared',
              test: /src\/(api\/(client|catalog|cart|queryAtom|pictures|accounts)|ui\/(button|Button|Picture|Problem|Skeleton|Stars|BvBadge|useTitle|useDebounced|toast|Loading|Combobox|Toasts)|state|paths|format)\.tsx?$/,
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
