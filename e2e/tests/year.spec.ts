import type { Page } from '@playwright/test';
import { ChatScreen } from '../pages/chat-screen.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true, withModel: false });

const greetingOf1834 = /^Pray look at these cards, with their little holes/;
const yearLineText = 'It is 1834. Ada Lovelace knows nothing later.';

const yearDialog = (page: Page) => page.getByRole('dialog', { name: 'Speak from another year' });
const openButton = (page: Page) => page.getByRole('button', { name: 'Speak from another year' });
const yearLine = (page: Page) => page.getByRole('button', { name: yearLineText });

/** Opens the dial and goes back to the first year by keyboard. */
async function turnToFirstYear(page: Page): Promise<void> {
  await openButton(page).press('Enter');
  const range = yearDialog(page).getByRole('slider', { name: 'Year' });
  await range.focus();
  await range.press('Home');
  await expect(range).toHaveAttribute('aria-valuetext', /^1834, A tour of the looms/);
}

/** Years from 1835 on. */
const laterYear = /\b(183[5-9]|18[4-9]\d|19\d\d|20\d\d)\b/;

// rules chat-year, chat-year-panel
test('greeting, suggestions and replies are of the chosen year until it is taken off', async ({
  chat,
  page,
}) => {
  await chat.open();
  const greeting = await chat.newestReplyText();
  await turnToFirstYear(page);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(yearDialog(page).getByRole('button', { name: 'Speak from 1834' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(yearDialog(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  await expect(yearLine(page)).toBeVisible();
  await expect(chat.newestReply()).toHaveText(greetingOf1834);
  await expect(chat.replies()).toHaveCount(1);
  await expectAccessible(page);

  for (const question of ['Who are you?', 'When did you write your Notes?', 'Tell me more']) {
    await chat.send(question);
    await chat.expectNoRunningReply();
    expect(await chat.newestReplyText()).not.toMatch(laterYear);
    for (const text of await chat.suggestions.allInnerTexts()) expect(text).not.toMatch(laterYear);
  }

  await page.reload();
  await chat.expectOpen();
  await expect(yearLine(page)).toBeVisible();
  await expect(chat.replies().first().locator('.reply__text')).toHaveText(greetingOf1834);

  await yearLine(page).click();
  await yearDialog(page).getByRole('button', { name: 'Take the year off' }).click();
  await expect(yearLine(page)).toBeHidden();
  await expect(yearDialog(page)).toBeHidden();
  await expect(chat.ownLines()).toHaveCount(3);
  await expect(chat.replies().first().locator('.reply__text')).toHaveText(greetingOf1834);
  expect(greeting).not.toMatch(greetingOf1834);
});

// rule chat-year
test('another tab shows the year and the new greeting', async ({ chat, context, page }) => {
  await chat.open();
  const otherPage = await context.newPage();
  const otherChat = new ChatScreen(otherPage);
  await otherChat.open();
  await turnToFirstYear(page);
  await yearDialog(page).getByRole('button', { name: 'Speak from 1834' }).click();
  await expect(yearLine(page)).toBeVisible();
  await expect(yearLine(otherPage)).toBeVisible();
  await expect(otherChat.newestReply()).toHaveText(greetingOf1834);
  await expect(otherChat.replies()).toHaveCount(1);
});

// rule chat-year-panel
test('the dial fits a phone, and Back closes it', async ({ chat, page }) => {
  await page.setViewportSize(phone);
  await chat.open();
  await page.getByRole('button', { name: 'Show details' }).click();
  await openButton(page).click();
  const slider = yearDialog(page).getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuetext', /^1843, /);
  await yearDialog(page).getByRole('button', { name: 'Later', exact: true }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /^1851, /);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  await page.goBack();
  await expect(yearDialog(page)).toBeHidden();
  await expect(yearLine(page)).toBeHidden();
  await chat.open('clerk-of-weather');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(page.getByRole('button', { name: /^What .* remembers$/ })).toBeVisible();
  await expect(openButton(page)).toBeHidden();
});
