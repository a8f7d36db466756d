import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';
import { shareFonts } from './build/share-fonts.ts';
import { offlineWorker } from './build/worker.ts';

const apiServer = process.env['COLLOQUY_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    offlineWorker({
      from: 'worker',
      posters: ['/portraits/hero.webp', '/portraits/hero-m.webp'],
    }),
    shareFonts(),
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
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://colloquy.test/' } },
    setupFiles: ['./src/shared/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', '{build,worker}/**/*.test.ts'],
    restoreMocks: true,
    css: false,
  },
});
