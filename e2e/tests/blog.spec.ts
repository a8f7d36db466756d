import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

interface Feed {
  title: string;
  description: string;
  url_slug: string;
}

/** Returns the server's articles, newest first. */
async function fetchFeeds(page: Page): Promise<Feed[]> {
  const response = await page.request.get('/api/feeds');
  return ((await response.json()) as { data: Feed[] }).data;
}

async function fetchFirstSlug(page: Page): Promise<string> {
  const [first] = await fetchFeeds(page);
  if (!first) throw new Error('no article');
  return first.url_slug;
}

// rule content-feed-title
test('the list links to every article', async ({ page }) => {
  const feeds = await fetchFeeds(page);
  await page.goto('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Colloquy Feed');
  await expect(page).toHaveTitle('The Colloquy Feed | Colloquy');
  const articles = page.getByRole('article');
  await expect(articles).toHaveCount(feeds.length);
  for (const [index, { title, description }] of feeds.entries()) {
    await expect(articles.nth(index)).toContainText(title);
    await expect(articles.nth(index)).toContainText(description);
    await expect(articles.nth(index).locator('img')).toHaveCount(1);
    await expect(articles.nth(index).getByRole('link', { name: /^Read more/ })).toHaveCount(1);
  }
  const [first] = feeds;
  await articles.first().getByRole('link').click();
  await expect(page).toHaveURL(`/blog/${first?.url_slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
  await expect(page).toHaveTitle(`${first?.title} | Colloquy`);
});

test('a click anywhere on a card opens the article', async ({ page }) => {
  await page.goto('/blog');
  await page
    .getByRole('article')
    .first()
    .click({ position: { x: 200, y: 100 } });
  await expect(page).toHaveURL(/\/blog\/./);
});

// rule content-article
test('an article has a picture, a text and links to the others, two in a row', async ({ page }) => {
  const feeds = await fetchFeeds(page);
  const slug = await fetchFirstSlug(page);
  const otherFeeds = feeds.filter(({ url_slug }) => url_slug !== slug);
  await page.goto(`/blog/${slug}`);
  const article = page.getByRole('article');
  await expect(article.getByRole('img').first()).toBeVisible();
  await expect(article.locator('.prose__lead')).not.toBeEmpty();
  const moreFeeds = page.getByRole('complementary', { name: 'More Feeds' });
  await expect(moreFeeds.getByRole('link')).toHaveText(otherFeeds.map(({ title }) => title));
  const feedItems = moreFeeds.getByRole('listitem');
  const [first, second, third] = await Promise.all(
    [0, 1, 2].map((n) => feedItems.nth(n).boundingBox()),
  );
  expect(second?.y).toBe(first?.y);
  expect(third?.y).toBeGreaterThan(second?.y ?? 0);
  await page.mouse.wheel(0, 2000);
  await moreFeeds.getByRole('link').first().click();
  await expect(page).toHaveURL(`/blog/${otherFeeds[0]?.url_slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(otherFeeds[0]?.title ?? '');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

// rule home-footer
test('the footer of the blog has terms and columns, and no categories', async ({ page }) => {
  for (const path of ['/blog', `/blog/${await fetchFirstSlug(page)}`]) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('You must be 18');
    await expect(footer.getByRole('navigation')).toHaveCount(4);
    await expect(footer.getByRole('navigation', { name: 'Categories' })).toHaveCount(0);
  }
});

// rule content-article-missing
test('an unknown article is not found', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 404.*unwritten/);
  const response = await page.goto('/blog/unwritten');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nobody speaks on this page');
  await expect(page).toHaveTitle('Page not found | Colloquy');
});

test('a failed list can be fetched again', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 503/);
  await page.route('**/api/feeds', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/blog');
  await expect(page.getByText('The page did not arrive')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('list and article are accessible', async ({ page }) => {
  for (const path of ['/blog', `/blog/${await fetchFirstSlug(page)}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [desktop.width, phone.width]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize({ ...narrowPhone, height: 844 });
    await expectNoSidewaysScroll(page);
  }
});
