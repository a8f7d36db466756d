import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

// rules chat-title-shown, chat-talk-menu
test('a talk gets a title by keyboard, which the lists of chats find', async ({ chat, page }) => {
  await chat.open();
  const menuButton = page.getByRole('button', { name: 'Talk menu' });
  await menuButton.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Export as JSON' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Title' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Looms & engines');
  await page.keyboard.press('Enter');
  await expect(chat.heading()).toHaveText(/Looms & engines Ada Lovelace/);
  await expect(menuButton).toBeFocused();
  await expect(page).toHaveTitle(/^Looms & engines/);
  const row = page.getByRole('link', { name: /Looms & engines.*Ada Lovelace · / });
  await expect(row).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search Chat...' }).fill('looms');
  await expect(row).toBeVisible();
  await page.goto('/user?section=chats');
  await page.getByPlaceholder('Search chats...').fill('looms');
  await expect(page.getByRole('heading', { name: 'Looms & engines' })).toBeVisible();
});

// rules chat-start-over-asks, chat-earlier-talks
test('a talk is started over, read in its archive and brought back, by keyboard', async ({
  chat,
  model,
  page,
}) => {
  await model.answerWith({ pieces: ['The **mill** turns.'] });
  await chat.open();
  await chat.send('What turns?');
  await chat.expectNoRunningReply();
  await chat.write('A draft');
  const menuButton = page.getByRole('button', { name: 'Talk menu' });
  const chooseMenuItem = async (name: string) => {
    await menuButton.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };

  await chooseMenuItem('Start over');
  const dialog = page.getByRole('dialog', { name: 'Start over?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText('kept in an archive');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(chat.ownLines()).toHaveCount(0);
  await expect(chat.replies()).toHaveCount(1);
  await expect(chat.composer).toHaveValue('A draft');

  await chooseMenuItem('Earlier talks');
  const drawer = page.getByRole('dialog', { name: 'Earlier talks' });
  const row = drawer.getByRole('button', { name: /3 messages.*The mill turns/ });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('What turns?')).toBeVisible();
  await expect(drawer.locator('strong')).toHaveText('mill');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Bring this talk back' }).focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(chat.ownLines()).toHaveText([/What turns\?/]);
  await page.reload();
  await expect(chat.ownLines()).toHaveText([/What turns\?/]);
});

// rule chat-talk-menu
test('a talk is saved as Markdown and as JSON', async ({ chat, model, page }) => {
  await model.answerWith({ pieces: ['The mill turns.'] });
  await chat.open();
  await chat.send('What turns?');
  await chat.expectNoRunningReply();
  const downloadTalk = async (name: string) => {
    await page.getByRole('button', { name: 'Talk menu' }).click();
    const downloadEvent = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const file = await downloadEvent;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const markdown = await downloadTalk('Export as Markdown');
  expect(markdown.name).toMatch(/\.md$/);
  expect(markdown.text).toContain('What turns?');
  expect(markdown.text).toContain('The mill turns.');
  const json = await downloadTalk('Export as JSON');
  expect(json.name).toMatch(/\.json$/);
  expect(() => JSON.parse(json.text)).not.toThrow();
  expect(json.text).toContain('What turns?');
  expect(json.text).toContain('The mill turns.');
});

// rules chat-unread-mark, chat-answered-note
test('a reply that ends after leaving is announced and marked until it is read', async ({
  chat,
  member,
  model,
  page,
}) => {
  await member.openChat('marcus-aurelius');
  await model.answerWith({ count: 40, every: '150ms' });
  await chat.open();
  // The app follows replies only after the first screen, when it also opens the stream of notices.
  await page.waitForResponse('**/api/user/notifications/stream');
  await chat.sendAndAwait('Count for me', 'word2');
  await page.getByRole('link', { name: /Marcus Aurelius/ }).click();
  await expect(chat.heading()).toHaveText('Marcus Aurelius');
  await expect(page.getByText('Ada Lovelace answered')).toBeVisible({ timeout: 20_000 });
  const row = page.getByRole('link', { name: /Ada Lovelace.*new reply/ });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await row.click();
  await expect(chat.newestReply()).toContainText('word39');
  await page.getByRole('link', { name: /Marcus Aurelius/ }).click();
  await expect(chat.heading()).toHaveText('Marcus Aurelius');
  await expect(page.getByRole('link', { name: /Ada Lovelace/ })).toBeVisible();
  await expect(row).toBeHidden();
  // The server has stored that the reply was read.
  await page.reload();
  await expect(page.getByRole('link', { name: /Ada Lovelace/ })).toBeVisible();
  await expect(row).toBeHidden();
});

// rule chat-lines-move
test('the stamp is flat until the first words, and the lines of the coin move', async ({
  chat,
  model,
  page,
}) => {
  await model.answerWith({ count: 12, first: '1500ms', every: '250ms' });
  await chat.open();
  const picture = page.locator('.details .stamp__picture img');
  const readRiseProperty = () =>
    picture.evaluate((img) => Number.parseFloat(getComputedStyle(img).getPropertyValue('--rise')));
  const animation = () =>
    page
      .locator('.log__row[data-last] .reply > .coin')
      .evaluate((img) => getComputedStyle(img).animationName);
  expect(await readRiseProperty()).toBe(0);
  await chat.send('Who are you?');
  await chat.expectRunningReply();
  expect(await readRiseProperty()).toBe(0);
  expect(await animation()).toBe('move-lines');
  await expect.poll(readRiseProperty, { timeout: 10_000 }).toBeGreaterThan(3);
  await chat.expectNoRunningReply();
  await expect.poll(readRiseProperty).toBe(8);
  expect(await animation()).toBe('none');
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  // rule chat-lines-move
  test('nothing moves while a character speaks', async ({ chat, model, page }) => {
    await model.answerWith({ count: 8, first: '300ms', every: '250ms' });
    await chat.open();
    await chat.sendAndAwait('Who are you?', 'word1');
    const animatedImages = await page.evaluate(() =>
      [...document.querySelectorAll('.coin, .details img')].filter(
        (one) => getComputedStyle(one).animationName !== 'none',
      ),
    );
    expect(animatedImages).toEqual([]);
    const coinMask = await page
      .locator('.log__row[data-last] .reply > .coin')
      .evaluate((img) => getComputedStyle(img).maskImage);
    expect(coinMask).toContain('gradient');
    await chat.expectNoRunningReply();
  });
});

interface LayoutShiftWindow extends Window {
  shifts?: number[];
}

// rule look-postmark
test('who was met has a postmark at home and in the catalogue, and nothing moves for it', async ({
  chat,
  model,
  page,
}) => {
  await model.answerWith({ pieces: ['Good day.'] });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    (window as LayoutShiftWindow).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await chat.open();
  await chat.send('Good day');
  await chat.expectNoRunningReply();
  await page.goto('/characters?categories=Ada');
  const ada = page.getByRole('article').filter({ hasText: 'Ada Lovelace' }).first();
  await ada.waitFor();
  const shiftCount = await page.evaluate(() => (window as LayoutShiftWindow).shifts?.length);
  await expect(ada).toContainText(/You talked on \d+ \w+/);
  await expect(ada.locator('post-mark svg')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => (window as LayoutShiftWindow).shifts?.length)).toBe(shiftCount);
  const otherArticles = page.getByRole('article').filter({ hasNotText: 'Ada Lovelace' });
  await expect(otherArticles.locator('post-mark svg')).toHaveCount(0);
  await page.goto('/');
  const stamps = page.getByRole('article');
  await expect(stamps.filter({ hasText: 'Ada Lovelace' }).first()).toContainText('You talked on');
});
