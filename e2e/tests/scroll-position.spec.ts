import type { Locator, Page } from '@playwright/test';
import { ProfileScreen } from '../pages/profile-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, phone } from '../support/screen-sizes.ts';

const screens = { desktop, phone };

/** Allowed difference in px: rows get their real height when they are drawn. */
const tolerancePx = 3;

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

/** Scrolls an element to the middle of the screen and waits until scrolling has ended. */
async function scrollToMiddle(page: Page, locator: Locator): Promise<number> {
  // Rows get their real heights when they are drawn, so the first scroll may miss.
  await expect(async () => {
    const topBefore = await topOf(locator);
    await locator.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    await page.waitForTimeout(100);
    expect((await topOf(locator)) - topBefore).toBe(0);
  }).toPass({ intervals: [0], timeout: 5000 });
  return topOf(locator);
}

/**
 * Expects the element `top` px below the top of the viewport within 5 s, and still there 800 ms later.
 */
async function expectTopStays(page: Page, locator: Locator, top: number): Promise<void> {
  await expect(async () => {
    expect(Math.abs((await topOf(locator)) - top)).toBeLessThanOrEqual(tolerancePx);
  }).toPass({ timeout: 5000 });
  await page.waitForTimeout(800);
  expect(Math.abs((await topOf(locator)) - top)).toBeLessThanOrEqual(tolerancePx);
}

/** Opens a character's modal by the stamp, then the profile. */
async function openProfile(page: Page, stamp: Locator): Promise<void> {
  await stamp.getByRole('link').click();
  await page.getByRole('dialog').getByRole('link', { name: 'View profile' }).click();
  await expect(page).toHaveURL(/\/character\/profile\//);
  await expect(new ProfileScreen(page).heading()).toBeVisible();
}

for (const [device, viewport] of Object.entries(screens)) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Back and a reload restore scroll position, tab and open groups of the catalogue', async ({
      catalogue,
      page,
    }) => {
      await catalogue.open();
      const lastGroup = catalogue.groups().last();
      await catalogue.tab('Browse by Name').click();
      await expect(catalogue.group('Letter in "A"')).toBeVisible();
      const letterGroup = catalogue.group('Letter in "S"');
      await scrollToMiddle(page, letterGroup);
      const collapsedStampCount = await letterGroup.getByRole('article').count();
      await letterGroup
        .getByRole('button', { name: 'Show more' })
        .filter({ visible: true })
        .click();
      await expect
        .poll(() => letterGroup.getByRole('article').count())
        .toBeGreaterThan(collapsedStampCount);
      const stamp = letterGroup.getByRole('article').nth(collapsedStampCount + 2);
      const top = await scrollToMiddle(page, stamp);
      await openProfile(page, stamp);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await page.goBack();
      await expectTopStays(page, stamp, top);
      await page.reload();
      await expectTopStays(page, stamp, top);
      await expect(catalogue.tab('Browse by Name')).toHaveAttribute('aria-selected', 'true');
      await expect(lastGroup).toBeAttached();
    });

    test('Back to the end of the catalogue does not scroll through it', async ({
      catalogue,
      page,
    }) => {
      await catalogue.open();
      const stamp = catalogue.groups().nth(20).getByRole('article').nth(1);
      const top = await scrollToMiddle(page, stamp);
      const y = await page.evaluate(() => window.scrollY);
      expect(y).toBeGreaterThan(5000);
      await openProfile(page, stamp);
      await page.evaluate(() => {
        const seen: number[] = [];
        Object.assign(window, { seen });
        const recordScroll = () => {
          if (window.scrollY > 0) seen.push(window.scrollY);
          requestAnimationFrame(recordScroll);
        };
        recordScroll();
      });
      await page.goBack();
      await expectTopStays(page, stamp, top);
      const seenPositions = await page.evaluate(() => Reflect.get(window, 'seen') as number[]);
      // The page jumps to the position: an animated scroll would have recorded positions above it.
      expect(seenPositions.filter((one) => one < y - 600)).toEqual([]);
    });

    test('Back restores the scroll position and the chosen category of home', async ({
      home,
      page,
    }) => {
      await home.open();
      await home.category('Royalty').click();
      const title = home.explored.getByRole('heading', { level: 2, name: 'Royalty' });
      await expect(title).toBeVisible();
      await expect(home.stamps()).toHaveCount(6);
      const stamp = home.stamps().nth(3);
      const top = await scrollToMiddle(page, stamp);
      await openProfile(page, stamp);
      await page.goBack();
      await expect(title).toBeVisible();
      await expectTopStays(page, stamp, top);
      await page.reload();
      await expect(title).toBeVisible();
      await expectTopStays(page, stamp, top);
    });

    test('Back restores the scroll position among the tags and in the blog', async ({
      catalogue,
      page,
    }) => {
      await page.goto('/tags/?isActive=0&tagName=poetry');
      const stamp = catalogue.stamps().nth(12);
      const top = await scrollToMiddle(page, stamp);
      await openProfile(page, stamp);
      await page.goBack();
      await expectTopStays(page, stamp, top);
      await page.goto('/blog');
      const article = page.getByRole('main').getByRole('link').last();
      const articleTop = await scrollToMiddle(page, article);
      await article.click();
      await expect(page).toHaveURL(/\/blog\/./);
      // The address changes before the article is drawn.
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await page.goBack();
      await expectTopStays(page, article, articleTop);
    });

    // rule look-scroll-top
    test('another query starts at the top, typing does not scroll', async ({ catalogue, page }) => {
      await page.goto('/tags/?isActive=0&tagName=poetry');
      await expect(catalogue.stamps().first()).toBeVisible();
      await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
      await page
        .getByRole('list', { name: 'Tags' })
        .getByRole('link')
        .nth(3)
        .dispatchEvent('click');
      await expect(page).not.toHaveURL(/tagName=poetry/);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await catalogue.open();
      await page.evaluate(() => window.scrollTo({ top: 60, behavior: 'instant' }));
      await catalogue.search.fill('a');
      await expect(page).toHaveURL('/characters?categories=a');
      expect(await page.evaluate(() => window.scrollY)).toBe(60);
    });
  });
}
