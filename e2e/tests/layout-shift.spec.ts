import { expect, test } from '../support/fixtures.ts';
import { desktop, phone } from '../support/screen-sizes.ts';

/**
 * Greatest cumulative layout shift allowed. The limit of Web Vitals, 0.1, would not notice a header that
 * appears or disappears, which shifts the layout by 0.07.
 */
const maxShift = 0.04;

const pagesToLoad = [
  '/',
  '/characters',
  '/character/profile/ada-lovelace',
  '/tags/?isActive=0&tagName=mathematics',
  '/blog',
  '/contact-us',
];

for (const width of [phone.width, desktop.width]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the layout does not shift while a page loads', async ({ page }) => {
      const browser = await page.context().newCDPSession(page);
      await browser.send('Network.enable');
      // Every visit loads everything, like a first one.
      await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            shifts.push((entry as PerformanceEntry & { value: number }).value);
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of pagesToLoad) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        const shifts = await page.evaluate(
          () => (window as unknown as { shifts: number[] }).shifts,
        );
        expect(
          shifts.reduce((sum, one) => sum + one, 0),
          path,
        ).toBeLessThan(maxShift);
      }
    });
  });
}
