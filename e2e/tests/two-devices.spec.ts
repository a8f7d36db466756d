import type { Page } from '@playwright/test';
import { ChatScreen } from '../pages/chat-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { flat } from '../support/reading.ts';
import { Silence } from '../support/silence.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

interface Watching extends Window {
  texts?: Set<string>;
}

/** Records every text of a reply. The returned function returns them. */
async function watchReplies(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const texts = new Set<string>();
    (window as Watching).texts = texts;
    const note = () => {
      for (const { textContent } of document.querySelectorAll('[role=log] .reply__text')) {
        texts.add(textContent ?? '');
      }
    };
    new MutationObserver(note).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => [...((window as Watching).texts ?? [])]);
}

/** The device that sent the line attaches by repeating the send, a later device by the reply's id. */
for (const came of ['sent the line', 'came in mid-reply']) {
  // rule replies-attach-by-name
  test(`one device goes on while the one that ${came} is cut off: two replies, never mixed`, async ({
    browser,
    chat: other,
    member,
    model,
    server,
  }) => {
    const cable = await Silence.before(server.url);
    const context = await browser.newContext({
      baseURL: cable.url,
      storageState: member.stateFor(cable.url),
    });
    const page = await context.newPage();
    const chat = new ChatScreen(page);
    await model.play({ count: 60, every: '60ms' });
    await chat.open();
    await chat.sayUntil('Count for me', 'word5');
    if (came === 'came in mid-reply') {
      await page.reload();
      await chat.expectOpen();
      await expect(chat.lastText()).toContainText('word8');
    }
    const texts = await watchReplies(page);
    const resumed: URLSearchParams[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/stream')) resumed.push(searchParams);
    });
    // Delays the history, which shows that the first reply has ended, until the stream is requested.
    await page.route(/\/api\/messages\/[^/]+$/, async (route) => {
      await expect.poll(() => resumed.length).toBeGreaterThan(0);
      await route.continue();
    });
    await context.setOffline(true);
    cable.cut();

    await other.open();
    await expect(other.lastText()).toContainText('word59');
    await other.expectQuiet();
    const first = await member.lastReply(ada);
    const pieces = Array.from({ length: 80 }, (_, n) => `other${n} `);
    await model.play({ pieces, every: '100ms' });
    await other.sayUntil('And something else', 'other9');
    await expect(chat.replies()).toHaveCount(2);
    await expect(chat.lastText()).not.toContainText('word59');

    cable.mend();
    await context.setOffline(false);
    await expect(chat.ownLines()).toHaveText(['You: Count for me', 'You: And something else']);
    await expect(chat.lastText()).toContainText('other79', { timeout: 20_000 });
    await chat.expectQuiet();
    await other.expectQuiet();
    const stored = (await member.messages(ada)).filter((message) => !message.is_user_message);
    const words = stored.map(({ content }) => flat(content));
    for (const screen of [chat, other]) {
      const shown = await screen.log.locator('.reply__text').allInnerTexts();
      expect(shown.map(flat)).toEqual(words);
    }
    expect(words[1]).toContain('word59');
    for (const text of await texts()) {
      expect(/word\d/.test(text) && /other\d/.test(text), text).toBe(false);
    }
    const [again] = resumed;
    expect(Number(again?.get('after'))).toBeGreaterThan(0);
    expect(again?.get('reply')).toBe(came === 'came in mid-reply' ? first.id : null);
    expect(await model.replies()).toHaveLength(2);
    await context.close();
    await cable.close();
  });
}
