import type { Page } from '@playwright/test';

/** Collapses white space, because rendering changes it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface WindowWithTextStates extends Window {
  states?: string[];
}

/**
 * Records every state of the newest reply's text. The returned function returns the states so far, oldest
 * first.
 */
export async function recordReplyGrowth(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const states: string[] = [];
    (window as WindowWithTextStates).states = states;
    const recordState = () => {
      const texts = document.querySelectorAll<HTMLElement>('[role=log] .reply__text');
      const replyText = texts[texts.length - 1]?.textContent ?? '';
      if (replyText !== '' && replyText !== states.at(-1)) states.push(replyText);
    };
    const log = document.querySelector('[role=log]');
    if (!log) throw new Error('no log');
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(recordState).observe(log, options);
  });
  return () => page.evaluate(() => (window as WindowWithTextStates).states ?? []);
}
