import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { hostilePayloads, hostileTexts, watchForHarm } from '../support/hostile-texts.ts';
import { desktop, phone } from '../support/screen-sizes.ts';

interface TextsInAddresses {
  /** Beginning of each page address: the path and the query without the text. */
  addressPrefix: string;
  texts: string[];
  /** The text expected for each address. */
  expectedTexts: string[];
  /** CSS selector of the element whose value or text is compared with `expectedTexts`. */
  selector: string;
}

/**
 * Opens one address after another inside the app, without a page load, and waits for each text.
 * Returns the texts that are not shown unchanged.
 */
const findChangedTexts = (page: Page, addresses: TextsInAddresses) =>
  page.evaluate(async ({ addressPrefix, texts, expectedTexts, selector }) => {
    const readShownText = () => {
      const found = document.querySelector(selector);
      return found instanceof HTMLInputElement ? found.value : found?.textContent;
    };
    const changedTexts: string[] = [];
    for (const [index, text] of texts.entries()) {
      const expectedText = expectedTexts[index];
      window.history.pushState({}, '', addressPrefix + encodeURIComponent(text));
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      const deadline = performance.now() + 3000;
      while (readShownText() !== expectedText && performance.now() < deadline) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      if (readShownText() !== expectedText) changedTexts.push(text);
    }
    return changedTexts;
  }, addresses);

/** Returns the name of a tag as the page shows it: trimmed and in lower case. */
const toTagName = (text: string) => text.trim().toLowerCase();

/** Returns a text without line breaks, as a single-line field holds it. */
const toSingleLine = (text: string) => text.replace(/[\r\n]/g, '');

test('there are five hundred hostile texts', () => {
  expect(new Set(hostileTexts).size).toBe(500);
});

test('a hostile tag in the address is shown as plain text', async ({ page }) => {
  const expectUnharmed = await watchForHarm(page);
  await page.route('**/api/characters?*', (route) =>
    route.fulfill({ json: { data: [], nextCursor: '', total: 0 } }),
  );
  const tagAddressPrefix = '/tags/?isActive=0&tagName=';
  await page.goto(`${tagAddressPrefix}poetry`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('poetry');
  const tagAddresses = {
    addressPrefix: tagAddressPrefix,
    texts: hostileTexts,
    expectedTexts: hostileTexts.map(toTagName),
    selector: 'h1',
  };
  expect(await findChangedTexts(page, tagAddresses)).toEqual([]);
  await expectUnharmed();
});

// rule safety-hostile-text
test('a hostile search is shown as plain text and kept in the address', async ({ page }) => {
  const expectUnharmed = await watchForHarm(page);
  await page.route('**/api/characters/groups?*', (route) =>
    route.fulfill({ json: { data: [], total: 0 } }),
  );
  const searchAddressPrefix = '/characters?categories=';
  await page.goto(`${searchAddressPrefix}Royalty`);
  await expect(page.getByRole('searchbox')).toHaveValue('Royalty');
  const texts = hostileTexts.map(toSingleLine);
  expect(
    await findChangedTexts(page, {
      addressPrefix: searchAddressPrefix,
      texts,
      expectedTexts: texts,
      selector: 'input[type=search]',
    }),
  ).toEqual([]);
  await expect(page.getByText('No characters found.').first()).toBeVisible();
  await expectUnharmed();
  await page.getByRole('searchbox').fill(hostileTexts.join(' ').slice(0, 5000));
  await expectUnharmed();
});

test('a hostile unknown slug in the address shows the page for unknown characters', async ({
  consoleGuard,
  page,
}) => {
  consoleGuard.allow(/status of 40[04]/);
  const expectUnharmed = await watchForHarm(page);
  for (const folder of ['/blog/', '/character/profile/', '/']) {
    for (const text of hostilePayloads.filter((_, index) => index % 5 === 0)) {
      await page.goto(folder + encodeURIComponent(text));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        /^(Nobody speaks on this page|Character not found)$/,
      );
      await expectUnharmed();
    }
  }
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('a hostile user name is shown as plain text', async ({ home, page }) => {
    let name = '';
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), username: name } });
    });
    const expectUnharmed = await watchForHarm(page);
    for (const text of hostilePayloads.filter((_, index) => index % 8 === 3)) {
      name = text.slice(0, 50);
      await home.open();
      await home.userMenu().click();
      await expect(page.locator('.menu__head p').first()).toHaveText(name);
      await expectUnharmed();
      await page.setViewportSize(phone);
      await expectUnharmed();
      await page.setViewportSize(desktop);
    }
  });

  test('hostile lines, replies and the list of chats are shown as plain text', async ({
    chat,
    page,
  }) => {
    test.setTimeout(120_000);
    const message = (content: string, index: number) => ({
      id: `m${index}`,
      content,
      is_user_message: index % 2 === 0,
      status: 'complete',
      created_at: '2026-11-20T20:41:00Z',
    });
    await page.route(/\/api\/messages\/[^/?]+(\?.*)?$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { messages: object[] };
      const messages = hostileTexts.flatMap((text, at) => [
        { ...body.messages[0], ...message(text, 2 * at) },
        { ...body.messages[0], ...message(text, 2 * at + 1) },
      ]);
      await route.fulfill({ response, json: { ...body, messages, hasMore: false } });
    });
    await page.route('**/api/sessions/characterProfile', async (route) => {
      const response = await route.fetch();
      const { sessions } = (await response.json()) as { sessions: { character: object }[] };
      const [first] = sessions;
      const hostileSessions = hostileTexts.slice(0, 100).map((content, index) => ({
        ...first,
        id: `u_${index + 1000}`,
        lastMessage: { content },
        character: { ...first?.character, name: content, slug: `s${index}` },
      }));
      await route.fulfill({ response, json: { sessions: [...sessions, ...hostileSessions] } });
    });
    const expectUnharmed = await watchForHarm(page);
    await chat.open();
    await expect(chat.ownLines()).toHaveCount(hostileTexts.length);
    const lineTexts = await chat
      .ownLines()
      .evaluateAll((turns) => turns.map((turn) => turn.lastChild?.textContent ?? ''));
    expect(lineTexts).toEqual(hostileTexts);
    await expectUnharmed();
    await page.setViewportSize(phone);
    await expectUnharmed();
  });
});
