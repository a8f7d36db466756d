import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';
import { narrowFonts } from './build/narrow-fonts.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { slimRouter } from './build/slim-router.ts';

const testFiles = ['src/**/*.test.{ts,tsx}', '{build,worker}/**/*.test.ts'];

/**
 * Test files that mock modules, or that depend on module state which cannot be reset. Each gets its own modules
 * and jsdom.
 */
const isolatedTests = ['src/app/app.test.tsx', 'src/shared/ui/toaster.test.tsx'];

/** Modules of the vendor chunk. Infinite queries are excluded, because only some screens load them. */
const vendorModules =
  /rolldown\/runtime\.js$|node_modules[\\/](?:react|react-dom|scheduler|react-router|react-error-boundary|react-hot-toast|openapi-fetch|zustand|clsx|@tanstack)[\\/](?!.*[iI]nfiniteQuery(?:Observer)?\.js)/;

/**
 * Modules that most screens with lists share. They form one chunk, because each alone would be a file of a
 * few hundred bytes, which compresses badly.
 */
const listModules =
  /useInfiniteQuery\.js$|infiniteQueryBehavior|[iI]nfiniteQueryObserver\.js|shared[\\/](?:hooks[\\/]use-(?:near-end|focus-new|desktop)|format[\\/]format-time|ui[\\/]skeleton-rows|api[\\/]write-cache|lib[\\/]count-code-points)\.tsx?$|icons[\\/](?:heart|message-circle|message-square|users-round)\.m?js$/;

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const entryModule = fileURLToPath(new URL('./src/main.tsx', import.meta.url));
/** Our modules that the entry module imports statically, directly or indirectly. Set by `isEntryImport`. */
let entryImports: Set<string> | undefined;

function isEntryImport(id: string, modules: ModuleGraph): boolean {
  if (!entryImports) {
    const imports = new Set<string>();
    const addImports = (one: string) => {
      if (imports.has(one) || one.includes('node_modules')) return;
      imports.add(one);
      for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) addImports(imported);
    };
    addImports(entryModule);
    imports.delete(entryModule);
    entryImports = imports;
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
      sourceFolder: 'worker',
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
    // The code that every screen needs is in two chunks, because many small chunks compress worse. The vendor
    // chunk has only libraries, so browsers keep it in their caches across releases.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendorModules },
            { name: (id, modules) => (isEntryImport(id, modules) ? 'app' : null) },
            { name: 'lists', test: listModules },
            { name: 'tabs', test: /shared[\\/]browser[\\/](?:deleted-chats|left-replies)\.ts$/ },
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
    // Allows for `make test`, which runs the Go tests at the same time.
    testTimeout: 20_000,
    // The test files can share one jsdom only in one process.
    maxWorkers: 1,
    projects: [
      {
        // Its own jsdom and modules for every file would take five times as long. setup.ts resets shared
        // state (stores, toasts, storage) after each test.
        extends: true,
        test: { name: 'together', isolate: false, include: testFiles, exclude: isolatedTests },
      },
      { extends: true, test: { name: 'isolated', include: isolatedTests } },
    ],
  },
});
