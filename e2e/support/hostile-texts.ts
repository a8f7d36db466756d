import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

interface HostileTextFile {
  wraps: [string, string][];
  payloads: string[];
}

const { wraps, payloads }: HostileTextFile = JSON.parse(
  readFileSync(new URL('../../internal/core/hostiletest/texts.json', import.meta.url), 'utf8'),
);

/**
 * Texts with markup, scripts and control characters: every payload between every pair of `wraps`. The
 * server's tests read the same file.
 */
export const hostileTexts = wraps.flatMap(([before, after]) =>
  payloads.map((payload) => before + payload + after),
);

/** The payloads of `hostileTexts` alone, for tests that need much time for each text. */
export const hostilePayloads = payloads;

/** The character that shows the text after it from right to left. */
export const rightToLeftOverride = '\u202E';

/**
 * Watches a page for executed scripts and other harm. Call it before the page opens; the returned
 * function checks the result.
 */
export async function watchForHarm(page: Page): Promise<() => Promise<void>> {
  const requestedUrls: string[] = [];
  page.context().on('request', (request) => requestedUrls.push(request.url()));
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return async () => {
    expect(dialogs, 'dialogs').toEqual([]);
    expect(await page.title()).not.toBe('taken');
    const outsideUrls = requestedUrls.filter((url) => new URL(url).hostname === 'example.org');
    expect(outsideUrls, 'requests to elsewhere').toEqual([]);
    const injectedSelector =
      'main :is(script, iframe, object, embed, base, meta, link, math, style)';
    await expect(page.locator(injectedSelector)).toHaveCount(0);
    await expect(page.locator('a[href^="javascript:" i], a[href^="data:" i]')).toHaveCount(0);
    await expect(page.locator('[onerror], [onload], [onfocus], [onmouseover]')).toHaveCount(0);
    expect(await findBidiLeaks(page), 'texts that turn their neighbours').toEqual([]);
    const overflowPx = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflowPx, 'pixels beyond the edge').toBe(0);
  };
}

/**
 * Finds right-to-left overrides that change the direction of other texts. An override acts inside the nearest
 * element that isolates text direction. If this element also contains other text, the function returns the text
 * of the element.
 */
function findBidiLeaks(page: Page): Promise<string[]> {
  return page.evaluate((override) => {
    const isTextBoundary = (element: Element) => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return display !== 'inline' || /isolate|plaintext/.test(unicodeBidi);
    };
    const wordsIn = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data;
          return node instanceof Element && !isTextBoundary(node) ? wordsIn(node) : '';
        })
        .join('');
    const leaks: string[] = [];
    const textWalker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = textWalker.nextNode(); node; node = textWalker.nextNode()) {
      const text = node.textContent ?? '';
      let box = node.parentElement;
      while (box && !isTextBoundary(box)) box = box.parentElement;
      // A character's message is one text, even if it has several elements.
      if (!text.includes(override) || !box || box.closest('.reply__text')) continue;
      if (wordsIn(box).trim() !== text.trim()) leaks.push(wordsIn(box));
    }
    return leaks;
  }, rightToLeftOverride);
}
