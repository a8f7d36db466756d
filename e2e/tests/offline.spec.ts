import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { NewBuildProxy } from '../support/new-build-proxy.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the worker has cached the shell and controls the page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller?.state === 'activated';
  });
}

/** Counts how often the page reloads itself. The count is in sessionStorage, which survives a reload. */
const countReloads = (page: Page) =>
  page.addInitScript(() => {
    window.navigation.addEventListener('navigate', ({ navigationType }) => {
      if (navigationType !== 'reload') return;
      sessionStorage.setItem('reloads', `${Number(sessionStorage.getItem('reloads') ?? 0) + 1}`);
    });
  });

/** Returns how often the page has reloaded itself, or null while it reloads. */
const readReloadCount = (page: Page) =>
  page.evaluate(() => Number(sessionStorage.getItem('reloads') ?? 0)).catch(() => null);

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the worker has cached the script and the styles of a part of the app. */
const expectCodeCached = (page: Page, part: string) =>
  expect
    .poll(async () => {
      const paths = await cachedPaths(page);
      // The name of a built file has the part, a hash of eight characters and an extension.
      const partPaths = paths.filter((path) =>
        new RegExp(`^/assets/${part}-[\\w-]{8}\\.`).test(path),
      );
      return partPaths.map((path) => path.split('.').at(-1)).sort();
    })
    .toEqual(['css', 'js']);

test('the worker is fetched without any cache', async ({ page }) => {
  const { headers, text } = await page.request.get('/sw.js').then(async (response) => ({
    headers: response.headers(),
    text: await response.text(),
  }));
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toContain('text/javascript');
  expect(text).toContain('"/boot.js"');
});

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { url: string }[];
}

/** Returns the size of a PNG file as in `192x192`, from its header. */
function pngSize(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the files for installing the app exist', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await page.request.get(address ?? '');
  expect(response.headers()['content-type']).toBe('application/manifest+json');
  const { icons, shortcuts, start_url: start } = (await response.json()) as Manifest;
  for (const { src, sizes } of icons) {
    expect(pngSize(await (await page.request.get(src)).body()), src).toBe(sizes);
  }
  const plainSizes = icons.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes);
  expect(plainSizes).toEqual(['192x192', '512x512']);
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  for (const path of [start, ...shortcuts.map(({ url }) => url)]) {
    expect((await page.request.get(path)).status(), path).toBe(200);
  }
});

test.describe('without a network', () => {
  test.beforeEach(({ consoleGuard }) => {
    // Calls and pictures fail without a network, and the browser logs each kind with a different message.
    consoleGuard.allow(/Failed to fetch|ERR_|could not be fetched/);
  });

  test('the second visit shows the shell with the saved home page', async ({
    catalogue,
    home,
    page,
    server,
  }) => {
    await home.open();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await waitForWorker(page);
    // The worker keeps the code of visited pages, also of the page that was open before it started.
    await expectCodeCached(page, 'lower-sections');
    await catalogue.open();
    await expectCodeCached(page, 'catalogue');
    await server.kill();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('link', { name: 'Colloquy, home' })).toBeVisible();
    const poster = page.locator('.hero__engraving img');
    await expect
      .poll(() => poster.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .not.toBe(0);
    // The worker answers a navigation to a page with the shell, but leaves /api to the network.
    await page.goto('/characters');
    await expect(page.getByRole('link', { name: 'Colloquy, home' })).toBeVisible();
    await expect(catalogue.search).toBeVisible();
    await expect(page.goto('/api/auth/me')).rejects.toThrow(/ERR_/);
    await server.run();
    await page.goto('/');
    await expect(home.stamps().first()).toBeVisible();
  });
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  // rule privacy-api-not-kept
  test('no API answer is cached, and signing out deletes the cached pictures', async ({
    chat,
    home,
    model,
    page,
  }) => {
    await model.answerWith({ count: 5, every: '10ms' });
    await home.open();
    await waitForWorker(page);
    await chat.open();
    await chat.sendAndAwait('Count for me', 'word4');
    await home.open();
    await expect.poll(async () => (await cachedPaths(page)).join()).toContain('/portraits/');
    await expectCodeCached(page, 'chat');
    const paths = await cachedPaths(page);
    expect(paths.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/', '/boot.js']));
    await home.userMenu().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(home.loginButton()).toBeVisible();
    expect((await cachedPaths(page)).some((path) => path.startsWith('/assets/chat-'))).toBe(false);
  });
});

test.describe('an update', () => {
  test.use({ signedIn: true });

  // rule look-update-waits
  test('waits for the end of a reply and of an unsent text', async ({
    chat,
    model,
    page,
    server,
  }) => {
    const proxy = await NewBuildProxy.startInFrontOf(server.url);
    await countReloads(page);
    await page.clock.install();
    try {
      await model.answerWith({ count: 1000, every: '50ms' });
      await page.goto(`${proxy.url}/chats/ada-lovelace`);
      await chat.expectOpen();
      await waitForWorker(page);
      const readEntryPath = () => page.locator('script[type=module]').getAttribute('src');
      const formerEntry = await readEntryPath();
      await chat.sendAndAwait('Count for me', 'word2');
      // The browser may find the new build by itself as soon as it is released.
      const controllerChange = await page.evaluateHandle(() => ({
        over: new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        ),
      }));
      proxy.release();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await controllerChange.evaluate(async ({ over }) => void (await over));
      await expect(chat.newestReply()).toContainText('word30');
      expect(await readEntryPath()).toBe(formerEntry);
      await chat.expectRunningReply();
      await chat.write('Not yet sent');
      await chat.stopButton.click();
      await chat.expectNoRunningReply();
      // Longer than the idle time before a pending reload.
      await page.clock.runFor(5000);
      expect(await readReloadCount(page)).toBe(0);
      expect(await readEntryPath()).toBe(formerEntry);
      await page.clock.resume();
      await chat.write('');
      await expect.poll(() => readReloadCount(page)).toBe(1);
      await expect.poll(readEntryPath).toBe(proxy.entry);
      await expect(chat.newestReply()).toContainText('word30');
      expect(await model.replyCalls()).toHaveLength(1);
    } finally {
      await proxy.close();
    }
  });
});
