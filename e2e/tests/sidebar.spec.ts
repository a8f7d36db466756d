import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

const chatRows = (page: Page) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link');
const chatRow = (page: Page, name: string) => chatRows(page).filter({ hasText: name });
const searchField = (page: Page) => page.getByPlaceholder('Search Chat...');

test.describe('on a desktop', () => {
  test.beforeEach(async ({ chat, member }) => {
    for (const slug of ['marcus-aurelius', 'niccolo-machiavelli', 'jane-austen']) {
      await member.openChat(slug);
    }
    await chat.open('jane-austen');
  });

  test('lists the chats, searches them and switches between them', async ({ chat, page }) => {
    await expect(chatRows(page)).toHaveCount(3);
    await expect(chatRow(page, 'Jane Austen')).toHaveAttribute('aria-current', 'page');
    await searchField(page).fill('machia');
    await expect(chatRows(page)).toHaveCount(1);
    await searchField(page).fill('nobody of that name');
    await expect(chatRows(page)).toHaveCount(0);
    await searchField(page).clear();
    await chatRow(page, 'Marcus Aurelius').click();
    await expect(page).toHaveURL('/chats/marcus-aurelius');
    await expect(chat.heading()).toHaveText('Marcus Aurelius');
    await expect(chatRow(page, 'Marcus Aurelius')).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(chat.heading()).toHaveText('Jane Austen');
  });

  test('a sent message moves its chat to the top of the list and is shown there', async ({
    chat,
    model,
    page,
  }) => {
    await chatRow(page, 'Marcus Aurelius').click();
    await expect(chat.heading()).toHaveText('Marcus Aurelius');
    await model.answerWith({ pieces: ['Rise ', 'early.'] });
    await chat.send('What now?');
    await expect(chat.newestReply()).toHaveText('Rise early.');
    await expect(chatRows(page).first()).toContainText('Marcus Aurelius');
    await expect(chatRows(page).first()).toContainText('Rise early.');
  });

  // rule chat-sidebar-collapsed
  test('collapses to portraits, and stays so after a reload', async ({ page }) => {
    await page.getByRole('button', { name: 'Close sidebar' }).click();
    await expect(searchField(page)).toBeHidden();
    await expect(chatRow(page, 'Jane Austen')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeVisible();
    await chatRow(page, 'Marcus Aurelius').click();
    await expect(page).toHaveURL('/chats/marcus-aurelius');
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await expect(searchField(page)).toBeVisible();
  });

  test('the account menu shows the user and signs out to the home page', async ({
    home,
    member,
    page,
  }) => {
    await page.getByRole('button', { name: /: account menu$/ }).click();
    await expect(page.getByText(member.credentials.email).last()).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(home.loginButton()).toBeVisible();
  });
});

// rule chat-sidebar-loading
test('shows three placeholder rows while it loads, and No chats yet when empty', async ({
  page,
  chat,
}) => {
  let releaseProfiles: () => void = () => undefined;
  const profileGate = new Promise<void>((resolve) => {
    releaseProfiles = resolve;
  });
  await page.route('**/api/sessions/characterProfile', async (route) => {
    await profileGate;
    await route.fulfill({ json: { sessions: [] } });
  });
  await page.goto('/chats/ada-lovelace');
  const list = page.getByRole('navigation', { name: 'Chats' });
  await expect(list.getByRole('status')).toHaveText('Loading chats');
  await expect(list.getByTestId('skeleton-row')).toHaveCount(3);
  await chat.expectOpen();
  releaseProfiles();
  await expect(list).toContainText('No chats yet');
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('the overlay closes by a tap beside it, by Escape and by a choice', async ({
    chat,
    member,
    page,
  }) => {
    await member.openChat('marcus-aurelius');
    await chat.open('jane-austen');
    const showButton = page.getByRole('button', { name: 'Show chats' });
    await expect(chatRows(page)).toHaveCount(0);
    await showButton.click();
    await expect(chatRows(page)).toHaveCount(2);
    await page.mouse.click(380, 500);
    await expect(chatRows(page)).toHaveCount(0);
    await expect(showButton).toBeFocused();
    await showButton.click();
    await page.keyboard.press('Escape');
    await expect(chatRows(page)).toHaveCount(0);
    await showButton.click();
    await chatRow(page, 'Marcus Aurelius').click();
    await expect(page).toHaveURL('/chats/marcus-aurelius');
    await expect(chatRows(page)).toHaveCount(0);
    await expect(chat.heading()).toHaveText('Marcus Aurelius');
  });

  test('the details open over the chat and close again', async ({ chat, page }) => {
    await chat.open('jane-austen');
    const details = page.getByRole('complementary', { name: 'About Jane Austen' });
    await expect(details).toBeHidden();
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Close details' }).click();
    await expect(details).toBeHidden();
  });
});
