import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import type { Options } from './support/fixtures.ts';

/** `npm run screens -- <directory>` takes screenshots of every screen for review. */
export default defineConfig<Options>({
  ...base,
  testDir: '.',
  projects: [{ name: 'screens', testMatch: 'screens.ts' }],
});
