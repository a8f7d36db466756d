import { defineConfig } from '@playwright/test';
import { chromiumPath, launchArgs } from './support/binary-paths.ts';
import type { Options } from './support/fixtures.ts';
import { desktop } from './support/screen-sizes.ts';

/** The journeys run the built binary in the system's own Chromium. */
export default defineConfig<Options>({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  fullyParallel: true,
  // With CI set, a failed journey runs once more, because other programs may slow the machine down. It is
  // listed as flaky if it then succeeds.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: desktop,
    colorScheme: 'light',
    // Journeys check the server's answers, so the service worker is off except in offline.spec.ts.
    serviceWorkers: 'block',
    // Traces take a third of a journey's time. A failure saves a screenshot, the page's tree and
    // the server's log.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    launchOptions: { executablePath: chromiumPath(), args: launchArgs },
  },
  projects: [
    { name: 'model', testIgnore: '**/demo.spec.ts' },
    { name: 'demo', testMatch: '**/demo.spec.ts', use: { withModel: false } },
  ],
});
