import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';
import { narrowFonts } from './build/narrow-fonts.ts';
import { slimRouter } from './build/slim-router.ts';
import { offlineWorker } from './build/worker.ts';

const tests = ['src/**/*.test.{ts,tsx}', '{build,worker}/**/*.test.ts'];

/** These replace a module, or look at what a library keeps for good. */
const alone = ['src/app/app.test.tsx', 'src/shared/ui/toaster.test.tsx'];

/** Libraries of the first script; their parts for long lists come with the screens that have some. */
const everywhere =
  /rolldown\/runtime\.js$|node_modules[\\/](?:react|react-dom|scheduler|react-router|react-error-boundary|react-hot-toast|openapi-fetch|zustand|clsx|@tanstack)[\\/](?!.*[iI]nfiniteQuery(?:Observer)?\.js)/;

interface Chunking {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('./src/main.tsx', import.meta.url));
/** Our modules that the entry imports statically, directly or not. */
let firstModules: Set<string> | undefined;

function isFirst(id: string, modules: Chunking): boolean {
  if (!firstModules) {
    const found = new Set<string>();
    const add = (one: string) => {
      if (found.has(one) || one.includes('node_modules')) return;
      found.add(one);
      for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) add(imported);
    };
    add(entry);
    found.delete(entry);
    firstModules = found;
  }
  return firstModules.has(id);
}

const apiServer = process.env['COLLOQUY_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    // Tests draw nothing.
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
    // Which files draw which page: the server names them in the page (web/serve/preloads.go).
    manifest: true,
    // What every screen needs is two files, which compress better than ten. The libraries are a file
    // of their own: a new release of ours leaves it in the browsers' caches.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: everywhere },
            { name: (id, modules) => (isFirst(id, modules) ? 'app' : null) },
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
    // With one process the files share one jsdom; with more, each file would get its own again.
    maxWorkers: 1,
    projects: [
      {
        // A jsdom and the modules of its own for every file would cost five times as much. What
        // outlives a file (stores, toasts, storage) is put back after each test: see setup.ts.
        extends: true,
        test: { name: 'together', isolate: false, include: tests, exclude: alone },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
