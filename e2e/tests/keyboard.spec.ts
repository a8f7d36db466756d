import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** Presses Tab until `target` has the focus, at most 100 times. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
  }
  throw new Error(`not reached by Tab: ${target}`);
}

test('home page, login, chat and Stop work with the keyboard alone', async ({
  auth,
  chat,
  home,
  member,
  model,
  page,
}) => {
  await model.answerWith({ count: 2000, every: '30ms' });
  await home.open();
  await tabTo(page, home.chatButton('Ada Lovelace'));
  await page.keyboard.press('Enter');
  await expect(auth.field('Email')).toBeFocused();
  await page.keyboard.type(member.credentials.email);
  await tabTo(page, auth.field('Password'));
  await page.keyboard.type(member.credentials.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/chats/ada-lovelace');
  await chat.expectOpen();

  await expect(chat.composer).toBeFocused();
  await page.keyboard.type('Count for me');
  await page.keyboard.press('Enter');
  await expect(chat.newestReply()).toContainText('word5');
  await expect(chat.composer).toBeFocused();
  await tabTo(page, chat.stopButton);
  await page.keyboard.press('Enter');
  await model.expectLastOutcome('cancelled');
  await chat.expectNoRunningReply();
  await expect(chat.composer).toBeFocused();

  await model.answerWith({ pieces: ['Thank you.'] });
  await page.keyboard.type('Well counted');
  await page.keyboard.press('Enter');
  await expect(chat.suggestions).toHaveCount(3);
  await page.keyboard.press('Shift+Tab');
  await expect(chat.log).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(chat.suggestions.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.ownLines()).toHaveCount(3);
  await expect(chat.composer).toBeFocused();
});
