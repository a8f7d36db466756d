import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What a theme can change: it is colours and nothing else (styles/tokens.css). */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Nothing on the screen is against the guidelines, in either theme, at rest. */
export async function expectAccessible(page: Page): Promise<void> {
  const theme = await wear(page, null);
  const other = theme === 'dark' ? 'light' : 'dark';
  expect(await violations(page, rules, 'tag'), `${theme} theme`).toEqual([]);
  await wear(page, other);
  expect(await violations(page, colourRules, 'rule'), `${other} theme`).toEqual([]);
  await wear(page, theme);
}

/** Puts a theme on, brings everything that moves to its end, and answers the theme. */
function wear(page: Page, theme: string | null): Promise<string> {
  return page.evaluate(async (wanted) => {
    const { dataset } = document.documentElement;
    if (wanted !== null) dataset['theme'] = wanted;
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // Waiting would not do: what is out of view and not drawn never comes to its end by itself.
    for (let some = moving(); some.length > 0; some = moving()) {
      for (const animation of some) animation.finish();
      await new Promise(requestAnimationFrame);
    }
    return dataset['theme'] ?? 'light';
  }, theme);
}

/** The pages have no frames, so that the results are put together where they were found. */
async function violations(page: Page, runOnly: string[], type: 'tag' | 'rule') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const part = await engine.runPartial(document, options);
      const { violations: found } = await engine.finishRun([part], options);
      return found.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }));
    },
    { runOnly: { type, values: runOnly } },
  );
}

/** The page can be read without scrolling sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess).toBe(0);
}
