import type { Page } from '@playwright/test';
import { ChatScreen } from '../pages/chat-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { NetworkProxy } from '../support/network-proxy.ts';
import { oneLine } from '../support/reply-growth.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

interface WindowWithTexts extends Window {
  texts?: Set<string>;
}

/** Records every text that a reply shows. The returned function returns the texts so far. */
async function recordReplyTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const texts = new Set<string>();
    (window as WindowWithTexts).texts = texts;
    const collectShownTexts = () => {
      for (const { textContent } of document.querySelectorAll('[role=log] .reply__text')) {
        texts.add(textContent ?? '');
      }
    };
    new MutationObserver(collectShownTexts).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => [...((window as WindowWithTexts).texts ?? [])]);
}

// The device that sent the line attaches to its reply by repeating the send. A device that opened the
// chat during the reply attaches by the reply's id.
for (const origin of ['sent the line', 'came in mid-reply']) {
  // rule replies-attach-by-name
  test(`one device goes on while the one that ${origin} is cut off: two replies, never mixed`, async ({
    browser,
    chat: other,
    member,
    model,
    server,
  }) => {
    const proxy = await NetworkProxy.startInFrontOf(server.url);
    const context = await browser.newContext({
      baseURL: proxy.url,
      storageState: member.browserStateFor(proxy.url),
    });
    const page = await context.newPage();
    const chat = new ChatScreen(page);
    await model.answerWith({ count: 60, every: '60ms' });
    await chat.open();
    await chat.sendAndAwait('Count for me', 'word5');
    if (origin === 'came in mid-reply') {
      await page.reload();
      await chat.expectOpen();
      await expect(chat.newestReply()).toContainText('word8');
    }
    const texts = await recordReplyTexts(page);
    const streamParams: URLSearchParams[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/\/api\/messages\/[^/]+\/stream$/.test(pathname)) streamParams.push(searchParams);
    });
    // The answer with the messages shows that the first reply has ended. It is delayed until the device has
    // requested the stream.
    await page.route(/\/api\/messages\/[^/]+$/, async (route) => {
      await expect.poll(() => streamParams.length).toBeGreaterThan(0);
      await route.continue();
    });
    await context.setOffline(true);
    proxy.disconnect();

    await other.open();
    await expect(other.newestReply()).toContainText('word59');
    await other.expectNoRunningReply();
    const firstReply = await member.lastReply(ada);
    const pieces = Array.from({ length: 80 }, (_, n) => `other${n} `);
    await model.answerWith({ pieces, every: '100ms' });
    await other.sendAndAwait('And something else', 'other9');
    await expect(chat.replies()).toHaveCount(2);
    await expect(chat.newestReply()).not.toContainText('word59');

    proxy.reconnect();
    await context.setOffline(false);
    await expect(chat.ownLines()).toHaveText(['You: Count for me', 'You: And something else']);
    await expect(chat.newestReply()).toContainText('other79', { timeout: 20_000 });
    await chat.expectNoRunningReply();
    await other.expectNoRunningReply();
    const storedReplies = (await member.storedMessages(ada)).filter(
      (message) => !message.is_user_message,
    );
    const words = storedReplies.map(({ content }) => oneLine(content));
    for (const screen of [chat, other]) {
      const shownTexts = await screen.log.locator('.reply__text').allInnerTexts();
      expect(shownTexts.map(oneLine)).toEqual(words);
    }
    expect(words[1]).toContain('word59');
    for (const text of await texts()) {
      expect(/word\d/.test(text) && /other\d/.test(text), text).toBe(false);
    }
    const [again] = streamParams;
    expect(Number(again?.get('after'))).toBeGreaterThan(0);
    expect(again?.get('reply')).toBe(origin === 'came in mid-reply' ? firstReply.id : null);
    expect(await model.replyCalls()).toHaveLength(2);
    await context.close();
    await proxy.close();
  });
}
