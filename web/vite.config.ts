import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';
import { narrowFonts } from './build/narrow-fonts.ts';
import { slimRouter } from './build/slim-router.ts';
import { offlineWorker } from './build/worker.ts';

const tests = ['src/**/*.test.{ts,tsx}', '{build,worker}/**/*.test.ts'];

/** Tests that mock modules or depend on module state that cannot be reset: each gets its own modules and jsdom. */
const isolated = ['src/app/app.test.tsx', 'src/shared/ui/toaster.test.tsx'];

/** Libraries in the vendor chunk, without the infinite queries, which only some screens load. */
const coreLibraries =
  /rolldown\/runtime\.js$|node_modules[\\/](?:react|react-dom|scheduler|react-router|react-error-boundary|react-hot-toast|openapi-fetch|zustand|clsx|@tanstack)[\\/](?!.*[iI]nfiniteQuery(?:Observer)?\.js)/;

/**
 * What most screens with lists share, in one chunk: each of these modules alone would be a file of some
 * hundred bytes, which compresses badly.
 */
const listParts =
  /useInfiniteQuery\.js$|infiniteQueryBehavior|[iI]nfiniteQueryObserver\.js|shared[\\/](?:hooks[\\/]use-(?:near-end|focus-new|desktop)|format[\\/]format-time|ui[\\/]skeleton-rows|api[\\/]write-through|lib[\\/]count-code-points)\.tsx?$|icons[\\/](?:heart|message-circle|message-square|users-round)\.m?js$/;

interface Chunking {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('./src/main.tsx', import.meta.url));
/** Our modules that the entry imports statically, directly or not. */
let entryImports: Set<string> | undefined;

function isEntryImport(id: string, modules: Chunking): boolean {
  if (!entryImports) {
    const found = new Set<string>();
    const add = (one: string) => {
      if (found.has(one) || one.includes('node_modules')) return;
      found.add(one);
      for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) add(imported);
    };
    add(entry);
    found.delete(entry);
    entryImports = found;
  }
  return entryImports.has(id);
}

const apiServer = process.env['COLLOQUY_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    // Tests need no fonts.
    process.env['VITEST'] === undefined && narrowFonts(),
    slimRouter(),

    offlineWorker({
      from: 'worker',
      posters: ['/portraits/hero.webp', '/portraits/hero-m.webp'],
    }),
    compress(),
  ],
  resolve: {
    alias: [{ find: /^#\//, replacement: fileURLToPath(new URL('./src/', import.meta.url)) }],
  },
  server: {
    proxy: { '/api': apiServer, '/portraits': apiServer },
  },
  preview: {
    proxy: { '/api': apiServer, '/portraits': apiServer },
  },
  build: {
    target: 'es2022',
    // The content security policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Lists the files of each page, which the server preloads (web/serve/preloads.go).
    manifest: true,
    // The code of every screen is two chunks, which compress better than ten. The libraries are one of
    // them, so that a release that does not change them leaves it in the browsers' caches.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: coreLibraries },
            { name: (id, modules) => (isEntryImport(id, modules) ? 'app' : null) },
            { name: 'lists', test: listParts },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://colloquy.test/' } },
    setupFiles: ['./src/shared/test/setup.ts'],
    restoreMocks: true,
    css: false,
    // The Go tests share the processor with these in `make test`.
    testTimeout: 20_000,
    // With one process the files share one jsdom; with more, each file would get its own again.
    maxWorkers: 1,
    projects: [
      {
        // Its own jsdom and modules for every file would take five times as long. setup.ts resets shared
        // state (stores, toasts, storage) after each test.
        extends: true,
        test: { name: 'together', isolate: false, include: tests, exclude: isolated },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
