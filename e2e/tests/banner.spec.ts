import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

const isBannerPlaying = (page: Page) =>
  page.evaluate(() => {
    const film = document.querySelector('video');
    return film !== null && !film.paused;
  });

/** Scrolls to a position without animation. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
}

test('the banner’s video resumes when it is in view again', async ({ home, page }) => {
  await home.open();
  await expect.poll(() => isBannerPlaying(page)).toBe(true);
  await scrollTo(page, 3000);
  await expect.poll(() => isBannerPlaying(page)).toBe(false);
  await scrollTo(page, 0);
  await expect.poll(() => isBannerPlaying(page)).toBe(true);
});

test('a banner’s video that the user has paused stays paused', async ({ home, page }) => {
  await home.open();
  await expect.poll(() => isBannerPlaying(page)).toBe(true);
  await page.getByRole('button', { name: 'Pause the banner' }).click();
  await expect.poll(() => isBannerPlaying(page)).toBe(false);
  await scrollTo(page, 3000);
  await page.waitForTimeout(500);
  await scrollTo(page, 0);
  await page.waitForTimeout(1000);
  expect(await isBannerPlaying(page)).toBe(false);
  await page.getByRole('button', { name: 'Play the banner' }).click();
  await expect.poll(() => isBannerPlaying(page)).toBe(true);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('no video is fetched', async ({ home, page }) => {
    await home.open();
    await scrollTo(page, 3000);
    await scrollTo(page, 0);
    await page.waitForTimeout(600);
    await expect(page.locator('video')).toHaveCount(0);
  });
});
