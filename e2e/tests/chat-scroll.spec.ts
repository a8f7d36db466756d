import type { Page } from '@playwright/test';
import type { ChatScreen } from '../pages/chat-screen.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

/** Returns how many pixels of the conversation are below the visible part. */
function heightBelowView(chat: ChatScreen): Promise<number> {
  return chat.log.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
}

/** Waits until the log has stopped scrolling, and returns its scroll position (px). */
function waitForScrollEnd(chat: ChatScreen): Promise<number> {
  return chat.log.evaluate(async (log) => {
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let lastScrollTop = log.scrollTop;
    for (let still = 0; still < 15; lastScrollTop = log.scrollTop) {
      await waitForFrame();
      still = log.scrollTop === lastScrollTop ? still + 1 : 0;
    }
    return lastScrollTop;
  });
}

const scrollTopOf = (chat: ChatScreen) => chat.log.evaluate((log) => log.scrollTop);

// rule chat-follows-the-end
test('follows the reply until its reader scrolls up, and again after Jump to latest', async ({
  chat,
  model,
  page,
}) => {
  await model.answerWith({ pieces: madeUpWords(2000), every: '15ms' });
  await chat.open();
  await chat.send('Tell me everything');
  await expect.poll(() => scrollTopOf(chat)).toBeGreaterThan(150);
  expect(await heightBelowView(chat)).toBeLessThan(4);
  await expect(chat.jumpButton).toBeHidden();

  await chat.log.hover();
  await page.mouse.wheel(0, -120);
  await expect(chat.jumpButton).toBeVisible();
  const readingScrollTop = await waitForScrollEnd(chat);
  await expect.poll(() => heightBelowView(chat)).toBeGreaterThan(300);
  expect(await scrollTopOf(chat)).toBe(readingScrollTop);

  await chat.jumpButton.click();
  await expect(chat.jumpButton).toBeHidden();
  await expect.poll(() => heightBelowView(chat)).toBeLessThan(4);
  const scrollTopAfterJump = await scrollTopOf(chat);
  await expect.poll(() => scrollTopOf(chat)).toBeGreaterThan(scrollTopAfterJump);
  expect(await heightBelowView(chat)).toBeLessThan(4);
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
});

/**
 * Shortens the first page to `count` messages, because a page has 50 and a user may store only 20 lines a
 * minute.
 */
const limitFirstPage = (page: Page, count: number) =>
  page.route(
    (url) => /^\/api\/messages\/[^/]+$/.test(url.pathname) && !url.searchParams.has('before'),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { messages: unknown[] };
      const json = { ...body, messages: body.messages.slice(-count), hasMore: true };
      await route.fulfill({ response, json });
    },
  );

// rule chat-history-page
test('a long conversation opens at its end and fetches earlier messages', async ({
  chat,
  member,
  page,
}) => {
  await member.openChat('ada-lovelace');
  await member.storeLines('ada-lovelace', 20);
  await limitFirstPage(page, 16);
  await page.goto('/chats/ada-lovelace');
  await expect(chat.ownLines().last()).toContainText('Line 20');
  await expect.poll(() => heightBelowView(chat)).toBeLessThan(4);
  await expect(chat.ownLines()).toHaveCount(16);
  await chat.log.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2000);
    await expect(chat.ownLines()).toHaveCount(20, { timeout: 300 });
  }).toPass();
  await expect(chat.ownLines().first()).toHaveText('You: Line 1');
  await expect(chat.newestReply()).toContainText('You find me among my papers');
});

/** Returns `count` made-up words. Every twentieth ends a paragraph. */
function madeUpWords(count: number): string[] {
  return Array.from({ length: count }, (_, n) => (n % 20 === 19 ? `w${n}.\n\n` : `w${n} `));
}
