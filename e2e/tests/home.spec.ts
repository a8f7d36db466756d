import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { fiveFeeds, serveFeeds } from '../support/home-content.ts';
import { phone } from '../support/screen-sizes.ts';

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

// rule home-banner
test('1: the banner is a muted looping video that can be stopped', async ({ home, page }) => {
  await home.open();
  await expect(home.banner.getByRole('heading', { level: 1 })).toHaveText(
    'Two thousand years of good conversation',
  );
  const video = home.banner.locator('video');
  await expect(video).toHaveJSProperty('muted', true);
  await expect(video).toHaveJSProperty('loop', true);
  await expect(video.locator('source').first()).toHaveAttribute('src', '/portraits/hero.webm');
  await expect(home.banner.getByRole('button', { name: /the banner$/ })).toBeVisible();
  await home.banner.getByRole('link', { name: 'Meet the Characters' }).click();
  await expect(page).toHaveURL('/characters');
});

test.describe('1, on a phone', () => {
  test.use({ viewport: phone });

  test('the banner has a picture and a video of its own', async ({ home }) => {
    await home.open();
    await expect(home.banner.locator('video source').first()).toHaveAttribute(
      'src',
      '/portraits/hero-m.webm',
    );
    await expect
      .poll(() =>
        home.banner.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc),
      )
      .toContain('/portraits/hero-m.webp');
  });
});

test.describe('1, with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the banner is a picture', async ({ home, page }) => {
    await page.clock.install();
    await home.open();
    await page.waitForLoadState('load');
    await page.clock.fastForward(5000);
    await expect(home.banner.locator('img')).toBeVisible();
    await expect(home.banner.locator('video')).toHaveCount(0);
  });
});

test('2: the row of cards is dragged, and CHAT opens the modal', async ({ home, page }) => {
  await home.open();
  const cards = home.cards;
  const rowScrollLeft = () => cards.evaluate((row) => row.scrollLeft);
  await cards.scrollIntoViewIfNeeded();
  const box = await cards.boundingBox();
  if (!box) throw new Error('no row');
  await page.mouse.move(box.x + 900, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 700, box.y + 150, { steps: 4 });
  await page.mouse.up();
  expect(await rowScrollLeft()).toBeCloseTo(100, 0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The characters of the row change each day.
  const button = cards.getByRole('button', { name: /^CHAT with / }).nth(2);
  const name = (await button.getAttribute('aria-label'))?.replace('CHAT with ', '') ?? '';
  await button.click();
  await expect(home.modal(name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(home.modal(name)).toHaveCount(0);
  await expect(button).toBeFocused();
});

// rule home-tiles
test('3: there are two columns of tiles, and each tile opens the modal', async ({ home }) => {
  await home.open();
  const [first, second] = await Promise.all([0, 1].map((n) => home.tiles().nth(n).boundingBox()));
  expect(second?.y).toBe(first?.y);
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  await home.tiles().filter({ hasText: 'Cleopatra VII' }).click();
  await expect(home.modal('Cleopatra VII')).toBeVisible();
});

// rule home-call-to-action
test('4: the question links to the catalogue', async ({ home, page }) => {
  await home.open();
  const callToAction = page.locator('section', {
    has: home.heading('Who will you talk to first?'),
  });
  await callToAction.getByRole('link', { name: 'Meet the Characters' }).click();
  await expect(page).toHaveURL('/characters');
});

test('5: there are six characters to explore, and their pictures open the modal', async ({
  home,
  page,
}) => {
  await home.open();
  await expect(home.stamps()).toHaveCount(6);
  await expect(home.stamps().getByRole('button', { name: /^CHAT with/ })).toHaveCount(6);
  await home.openStamp('Ada Lovelace');
  await expect(home.modal('Ada Lovelace')).toBeVisible();
  await home.modal('Ada Lovelace').getByRole('button', { name: 'Close' }).click();
  await home.explored.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL('/characters');
});

// rule home-category-replaces
test('6: a category replaces the explored characters, and the page scrolls to them', async ({
  home,
  page,
}) => {
  await home.open();
  await expect(home.category('Royalty')).toBeVisible();
  expect(await page.locator('.category').count()).toBeLessThanOrEqual(9);
  await home.category('Royalty').scrollIntoViewIfNeeded();
  await home.category('Royalty').click();
  await expect(home.explored.getByRole('heading', { level: 2 })).toHaveText('Royalty');
  await expect(home.explored).toBeInViewport();
  await expect
    .poll(async () => Math.abs((await home.explored.boundingBox())?.y ?? 1000))
    .toBeLessThan(10);
  await expect(home.stamp('Cleopatra VII')).toBeVisible();
  await expect(home.stamp('Ada Lovelace')).toHaveCount(0);
  expect(await home.stamps().count()).toBeLessThanOrEqual(6);
  await expect(home.category('Royalty')).toHaveAttribute('aria-pressed', 'true');
});

test('7: the feed scrolls by 300 px and links to the articles', async ({ home, page }) => {
  await serveFeeds(page, fiveFeeds);
  await home.open();
  const feedScrollLeft = () => home.feed.evaluate((row) => row.scrollLeft);
  await expect(home.feed.getByRole('link')).toHaveCount(5);
  await page.getByRole('button', { name: 'Next articles' }).click();
  await expect.poll(feedScrollLeft).toBe(300);
  await page.getByRole('button', { name: 'Previous articles' }).click();
  await expect.poll(feedScrollLeft).toBe(0);

  const box = await home.feed.boundingBox();
  if (!box) throw new Error('no row');
  await page.mouse.move(box.x + 900, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 800, box.y + 100, { steps: 4 });
  await page.mouse.up();
  expect(await feedScrollLeft()).toBeCloseTo(100, 0);
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'All Feeds' }).click();
  await expect(page).toHaveURL('/blog');
  await page.goBack();
  await home.heading('The Feed').getByRole('link').click();
  await expect(page).toHaveURL('/blog');
});

test('7: a card opens its article', async ({ home, page }) => {
  await home.open();
  const card = home.feed.getByRole('link').first();
  const title = await card.locator('.feed-card__title').innerText();
  await card.click();
  await expect(page).toHaveURL(/\/blog\/[a-z-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('7: an empty feed says so', async ({ home, page }) => {
  await serveFeeds(page, []);
  await home.open();
  await expect(page.getByText('No feeds available')).toBeVisible();
});

test('8: one answer is open at a time, the first at the start', async ({ home, page }) => {
  await home.open();
  const [first, second] = [home.questions().first(), home.questions().nth(1)];
  await expect(home.questions()).toHaveCount(3);
  await expect(page.locator('.accordion img')).toBeAttached();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(home.openAnswers()).toHaveCount(1);
  await second.click();
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(home.openAnswers()).toHaveCount(1);
  await second.click();
  await expect(home.openAnswers()).toHaveCount(0);
});

test('9: the footer links to every page', async ({ home, page }) => {
  await home.open();
  const footer = home.footer;
  const categories = footer.getByRole('navigation', { name: 'Categories' });
  await expect(categories.getByRole('link')).toHaveCount(24);
  await expect(categories.getByRole('link', { name: 'Science & Math Legends' })).toHaveAttribute(
    'href',
    '/characters?categories=Science%20%26%20Math%20Legends',
  );
  await expect(footer).toContainText('You must be 18 or have the consent of a guardian');
  await expect(footer).toContainText('© 2025 Colloquy');
  const columns: Record<string, [string, string][]> = {
    General: [
      ['Characters', '/characters'],
      ['Blog', '/blog'],
    ],
    'Quick links': [
      ['User Agreement', '/user-agreement'],
      ['Community Guidelines', '/community-guide'],
    ],
    'Help & Information': [
      ['About', '/about'],
      ['Contact Us', '/contact-us'],
      ['Knowledge Base', '/knowledge-base'],
    ],
    'Terms and Policies': [
      ['Copyright Policy', '/copyright'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms & Conditions', '/terms-of-use'],
      ['Refund Policy', '/refund-policy'],
    ],
  };
  for (const [title, links] of Object.entries(columns)) {
    const column = footer.getByRole('navigation', { name: title });
    await expect(column.getByRole('link')).toHaveCount(links.length);
    for (const [name, href] of links) {
      await expect(column.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
  }
  await categories.getByRole('link', { name: 'Royalty' }).click();
  await expect(page).toHaveURL('/characters?categories=Royalty');
  await expect.poll(() => scrollTop(page)).toBe(0);
});
