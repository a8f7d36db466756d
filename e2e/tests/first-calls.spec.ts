import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** Returns path and parameters of an address in one spelling, with the parameters sorted. */
function normaliseAddress(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://any');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** Opens a page and returns the normalised addresses of its API calls. */
async function openAndListCalls(page: Page, path: string): Promise<string[]> {
  const calls: string[] = [];
  const recordCall = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(normaliseAddress(request.url()));
  };
  page.on('request', recordCall);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  page.off('request', recordCall);
  return calls;
}

const pagesWithFirstCalls = [
  '/',
  '/characters',
  `/characters?categories=${encodeURIComponent("Science & Math Legends' best")}`,
  '/tags/?isActive=0&tagName=mathematics',
  '/blog',
  '/blog/how-to-argue-with-a-queen',
  '/about',
  '/contact-us',
];

test('the served page preloads the API calls of its screen, and none is made twice', async ({
  page,
}) => {
  for (const path of pagesWithFirstCalls) {
    const pageCalls = await openAndListCalls(page, path);
    const namedCalls = await page.locator('meta[name="first-calls"]').getAttribute('content');
    expect(namedCalls, `${path} names calls`).toBeTruthy();
    for (const call of namedCalls?.split(' ') ?? [])
      expect(pageCalls, path).toContain(normaliseAddress(call));
    expect(pageCalls.toSorted(), path).toEqual([...new Set(pageCalls)].toSorted());
    expect(pageCalls, `nobody is signed in at ${path}`).not.toContain('/api/auth/me?');
  }
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('a profile preloads its API calls and the signed-in user, and none is made twice', async ({
    page,
    home,
  }) => {
    const pageCalls = await openAndListCalls(page, '/character/profile/ada-lovelace');
    expect(pageCalls.slice(0, 4)).toEqual([
      '/api/profile/ada-lovelace?',
      '/api/profile/ada-lovelace/comments?limit=10',
      '/api/profile/ada-lovelace/similar?limit=6',
      '/api/auth/me?',
    ]);
    expect(pageCalls.toSorted()).toEqual([...new Set(pageCalls)].toSorted());
    await expect(home.userMenu()).toBeVisible();
  });
});

test('the served page preloads the scripts of its screen', async ({ page }) => {
  await page.goto('/characters');
  const preloadedAddress = await page
    .locator('link[rel="modulepreload"][href*="/characters-"]')
    .getAttribute('href');
  expect(preloadedAddress).toMatch(/^\/assets\/characters-.*\.js$/);
});
