import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules whose result depends on the theme: themes differ in colours only (styles/tokens.css). */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Expects no violation of the WCAG rules in either theme, after all animations have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  const theme = await setThemeAndEndAnimations(page, null);
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  expect(await findViolations(page, wcagTags, 'tag'), `${theme} theme`).toEqual([]);
  await setThemeAndEndAnimations(page, otherTheme);
  expect(await findViolations(page, colourRules, 'rule'), `${otherTheme} theme`).toEqual([]);
  await setThemeAndEndAnimations(page, theme);
}

/** Sets a theme unless it is null, ends all animations, and returns the theme. */
function setThemeAndEndAnimations(page: Page, theme: string | null): Promise<string> {
  return page.evaluate(async (wanted) => {
    const { dataset } = document.documentElement;
    if (wanted !== null) dataset['theme'] = wanted;
    const endableAnimations = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // Ends the animations, because those of elements outside the viewport never end by themselves.
    for (let some = endableAnimations(); some.length > 0; some = endableAnimations()) {
      for (const animation of some) animation.finish();
      await new Promise(requestAnimationFrame);
    }
    return dataset['theme'] ?? 'light';
  }, theme);
}

/** Runs axe in the page itself, which is enough because the pages have no frames. */
async function findViolations(page: Page, runOnly: string[], type: 'tag' | 'rule') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const partialResult = await engine.runPartial(document, options);
      const { violations: found } = await engine.finishRun([partialResult], options);
      return found.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }));
    },
    { runOnly: { type, values: runOnly } },
  );
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflowPx).toBe(0);
}
