import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

const scrollLeftOf = (row: Locator) => row.evaluate((element) => element.scrollLeft);

/** Scrolls a row to the middle of the viewport, and returns the point in its middle (px). */
async function scrollToMiddle(row: Locator): Promise<{ x: number; y: number }> {
  // Instant: a smooth scroll would move the row during the drag.
  await row.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await row.boundingBox();
  if (!box) throw new Error('no row');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Each scrolling row of the home page, with the pixels that it scrolls per pixel of the mouse. */
const rowScrollSpeeds: ['cards' | 'feed', number][] = [
  ['cards', 0.5],
  ['feed', 1],
];

for (const [name, speed] of rowScrollSpeeds) {
  // rules home-cards, home-feed
  test(`the row of ${name} follows mouse, wheel and keys, and opens what is clicked`, async ({
    home,
    page,
  }) => {
    await home.open();
    const row = home[name];
    const scrollToStart = () =>
      row.evaluate((one) => one.scrollTo({ left: 0, behavior: 'instant' }));
    const { x, y } = await scrollToMiddle(row);

    await test.step('it follows the mouse beyond its edges, and opens nothing', async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 50, y);
      await page.mouse.move(x - 100, y + 400, { steps: 3 });
      await page.mouse.up();
      expect(await scrollLeftOf(row)).toBeCloseTo(100 * speed, 0);
      await page.mouse.move(x - 300, y);
      expect(await scrollLeftOf(row)).toBeCloseTo(100 * speed, 0);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('it moves by the arrow keys while it has the focus', async () => {
      await scrollToStart();
      await row.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => scrollLeftOf(row)).toBeGreaterThan(0);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => scrollLeftOf(row)).toBe(0);
    });

    await test.step('it brings what Tab reaches into view', async () => {
      const lastLink = row.getByRole('link').last();
      await expect(lastLink).not.toBeInViewport();
      await lastLink.focus();
      await expect(lastLink).toBeInViewport();
      expect(await scrollLeftOf(row)).toBeGreaterThan(0);
    });

    await test.step('it moves by the wheel, and lets the page move past it', async () => {
      await scrollToStart();
      await expect.poll(() => scrollLeftOf(row)).toBe(0);
      const at = await scrollToMiddle(row);
      await page.mouse.move(at.x, at.y);
      await page.mouse.wheel(120, 0);
      await expect.poll(() => scrollLeftOf(row)).toBeGreaterThan(60);
      const pageScrollTop = await page.evaluate(() => window.scrollY);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(pageScrollTop);
    });

    await test.step('it opens what is clicked right after a drag', async () => {
      await scrollToStart();
      const at = await scrollToMiddle(row);
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x - 60, at.y, { steps: 2 });
      await page.mouse.up();
      await row.getByRole('link').nth(1).click();
      if (name === 'feed') await expect(page).toHaveURL(/\/blog\/./);
      else await expect(page.getByRole('dialog')).toBeVisible();
    });
  });
}

/** Swipes sideways with one finger, by `by` px. */
async function swipe(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const cdpSession = await page.context().newCDPSession(page);
  const dispatchTouch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => cdpSession.send('Input.dispatchTouchEvent', { type, touchPoints });
  await dispatchTouch('touchStart', [from]);
  for (const part of [0.1, 0.2, 0.4, 0.6, 0.8, 1])
    await dispatchTouch('touchMove', [{ x: from.x + by * part, y: from.y }]);
  await dispatchTouch('touchEnd', []);
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  for (const [name] of rowScrollSpeeds) {
    test(`the row of ${name} follows a finger`, async ({ home, page }) => {
      await home.open();
      await swipe(page, await scrollToMiddle(home[name]), -150);
      await expect.poll(() => scrollLeftOf(home[name])).toBeGreaterThan(100);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing scrolls smoothly', async ({ home, page }) => {
    await home.open();
    await home.category('Royalty').click();
    const top = await home.explored.evaluate((one) => one.getBoundingClientRect().top);
    expect(Math.abs(top)).toBeLessThan(10);
    await page.getByRole('button', { name: 'Next articles' }).click();
    expect(await scrollLeftOf(home.feed)).toBe(300);
  });
});
