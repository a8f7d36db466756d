import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

const left = (row: Locator) => row.evaluate((element) => element.scrollLeft);

async function middle(row: Locator): Promise<{ x: number; y: number }> {
  // Not smoothly, or the row would still be on its way.
  await row.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await row.boundingBox();
  if (!box) throw new Error('no row');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Both rows, with the pixels that each scrolls per pixel of the mouse. */
const rows: ['cards' | 'feed', number][] = [
  ['cards', 0.5],
  ['feed', 1],
];

for (const [name, speed] of rows) {
  test.describe(`the row of ${name}`, () => {
    // rules home-cards, home-feed
    test('follows the mouse beyond its edges, and opens nothing', async ({ home, page }) => {
      await home.open();
      const row = home[name];
      const { x, y } = await middle(row);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 50, y);
      await page.mouse.move(x - 100, y + 400, { steps: 3 });
      await page.mouse.up();
      expect(await left(row)).toBeCloseTo(100 * speed, 0);
      await page.mouse.move(x - 300, y);
      expect(await left(row)).toBeCloseTo(100 * speed, 0);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('opens what is clicked right after a drag', async ({ home, page }) => {
      await home.open();
      const row = home[name];
      const { x, y } = await middle(row);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 60, y, { steps: 2 });
      await page.mouse.up();
      await row.getByRole('link').nth(1).click();
      if (name === 'feed') await expect(page).toHaveURL(/\/blog\/./);
      else await expect(page.getByRole('dialog')).toBeVisible();
    });

    test('moves by the wheel, and lets the page move past it', async ({ home, page }) => {
      await home.open();
      const row = home[name];
      const { x, y } = await middle(row);
      await page.mouse.move(x, y);
      await page.mouse.wheel(120, 0);
      await expect.poll(() => left(row)).toBeGreaterThan(60);
      const top = await page.evaluate(() => window.scrollY);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top);
    });

    test('moves by the arrow keys while it has the focus', async ({ home, page }) => {
      await home.open();
      await home[name].focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => left(home[name])).toBeGreaterThan(0);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => left(home[name])).toBe(0);
    });

    test('brings what Tab reaches into view', async ({ home }) => {
      await home.open();
      const last = home[name].getByRole('link').last();
      await expect(last).not.toBeInViewport();
      await last.focus();
      await expect(last).toBeInViewport();
      expect(await left(home[name])).toBeGreaterThan(0);
    });
  });
}

/** A finger that moves from here to there. */
async function swipe(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (const part of [0.1, 0.2, 0.4, 0.6, 0.8, 1])
    await touch('touchMove', [{ x: from.x + by * part, y: from.y }]);
  await touch('touchEnd', []);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const [name] of rows) {
    test(`the row of ${name} follows a finger`, async ({ home, page }) => {
      await home.open();
      await swipe(page, await middle(home[name]), -150);
      await expect.poll(() => left(home[name])).toBeGreaterThan(100);
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
    expect(await left(home.feed)).toBe(300);
  });
});
