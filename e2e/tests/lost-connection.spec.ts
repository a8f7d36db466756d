import { expect, test } from '../support/fixtures.ts';
import { NetworkProxy } from '../support/network-proxy.ts';

const ada = 'ada-lovelace';
const refusedPattern = /ERR_CONNECTION_(REFUSED|RESET)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

test.use({ signedIn: true });

// rule chat-outbox
test('offline, two messages wait visibly and are sent once, in order', async ({
  chat,
  consoleGuard,
  context,
  member,
  page,
}) => {
  consoleGuard.allow(refusedPattern, /could not be fetched|Auth check failed/);
  await chat.open();
  await context.setOffline(true);
  await chat.write('Which newspaper?');
  await chat.composer.press('Enter');
  await chat.write('And the fog?');
  await chat.composer.press('Enter');
  await expect(page.getByText('Waiting to send')).toHaveCount(2);
  await expect(page.getByText(/You are offline. 2 messages wait/)).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await context.setOffline(false);
  await expect(page.getByText('Waiting to send')).toHaveCount(0);
  await expect(chat.ownLines()).toHaveCount(2);
  await chat.expectNoRunningReply();
  await expect.poll(() => member.ownLines(ada)).toEqual(['Which newspaper?', 'And the fog?']);
  await page.reload();
  await chat.expectOpen();
  await expect(chat.ownLines()).toHaveText(['You: Which newspaper?', 'You: And the fog?']);
});

test('a message to a stopped server waits, survives a reload, and is sent once', async ({
  chat,
  consoleGuard,
  member,
  page,
  server,
}) => {
  consoleGuard.allow(refusedPattern, /could not be fetched/);
  await chat.open();
  await server.kill();
  await chat.write('Is anybody there?');
  await chat.composer.press('Enter');
  await expect(page.getByText('Waiting to send')).toBeVisible();
  await expect(page.getByText(/The server does not answer. 1 message waits/)).toBeVisible();
  // Blocks the send, so that the tab cannot send the line before the reload.
  const streamPattern = /\/stream(\?|$)/;
  await page.route(streamPattern, (route) => route.abort());
  await server.run();
  await page.reload();
  await chat.expectOpen();
  await expect(page.getByText('Waiting to send')).toBeVisible();
  await page.unroute(streamPattern);
  await expect(chat.newestReply()).toContainText('You say: Is anybody there?', { timeout: 20_000 });
  await expect(page.getByText('Waiting to send')).toHaveCount(0);
  await chat.expectNoRunningReply();
  expect(await member.ownLines(ada)).toEqual(['Is anybody there?']);
});

// rule replies-silence
test('a silent stream is resumed within a minute without losing a word', async ({
  browser,
  consoleGuard,
  member,
  model,
  server,
}) => {
  test.setTimeout(120_000);
  consoleGuard.allow(/ERR_/);
  const proxy = await NetworkProxy.startInFrontOf(server.url);
  const context = await browser.newContext({
    storageState: await member.browserStateFor(proxy.url),
  });
  const page = await context.newPage();
  await model.answerWith({ count: 60, every: '100ms' });
  await page.goto(`${proxy.url}/chats/${ada}`);
  const field = page.getByRole('textbox', { name: /^Write to / });
  await field.fill('Count for me');
  await field.press('Enter');
  const words = page.getByRole('log').getByRole('article').last().locator('.reply__text');
  await expect(words).toContainText('word3');
  proxy.stall();
  await expect(words).toContainText('word59', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  const text = (await words.innerText()).split(/\s+/).filter((word) => word.startsWith('word'));
  expect(text).toHaveLength(60);
  await context.close();
  await proxy.close();
});

test('a rate-limited message says how long to wait and is back in the field', async ({
  chat,
  consoleGuard,
  page,
}) => {
  consoleGuard.allow(/429/);
  await chat.open();
  await page.route('**/stream?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '12' },
      json: { message: 'Too many requests.', code: 'rate_limited' },
    }),
  );
  await chat.write('Hello');
  await chat.composer.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'That was a lot at once. Please wait 12 seconds, then send it again.',
  );
  await expect(chat.composer).toHaveValue('Hello');
  await expect(chat.ownLines()).toHaveCount(0);
  await page.unroute('**/stream?*');
  await chat.composer.press('Enter');
  await expect(chat.ownLines()).toHaveText(['You: Hello']);
  await chat.expectNoRunningReply();
});

test('the focus is in the field after each press', async ({ chat, model, page }) => {
  await chat.open();
  await expect(chat.composer).toBeFocused();
  await chat.suggestions.first().click();
  await expect(chat.composer).toBeFocused();
  await chat.expectNoRunningReply();
  await model.answerWith({ fault: { kind: 'status', status: 500 } });
  await chat.send('Can you hear me?');
  await expect(chat.retryButton).toBeVisible();
  await model.answerWith({ count: 400 });
  await chat.retryButton.click();
  await expect(chat.composer).toBeFocused();
  await expect(chat.newestReply()).toContainText('word399');
  await chat.log.hover();
  await page.mouse.wheel(0, -2000);
  await chat.jumpButton.click();
  await expect(chat.composer).toBeFocused();
});

// rule texts-logged-only
test('code that could not be fetched is fetched again when the connection is back', async ({
  chat,
  consoleGuard,
  context,
  page,
}) => {
  consoleGuard.allow(refusedPattern);
  const stylesPattern = '**/assets/follow-talks-*.css';
  let failures = 0;
  await page.route(stylesPattern, (route) => {
    failures += 1;
    return route.abort();
  });
  await chat.open();
  // An unsent text keeps the tab from reloading for a new version.
  await chat.write('Which newspaper?');
  await expect.poll(() => failures).toBe(1);
  await page.unroute(stylesPattern);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.styleSheets].some(({ href }) => href?.includes('/assets/follow-talks-')),
      ),
    )
    .toBe(true);
  await expect(chat.composer).toHaveText('Which newspaper?');
});
