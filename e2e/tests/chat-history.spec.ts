import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

const characters = ['marcus-aurelius', 'niccolo-machiavelli', 'jane-austen'];

const chatCheckboxes = (page: Page) =>
  page.getByRole('checkbox', { name: /^Select the chat with/ });
const checkbox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select the chat with ${name}` });
const searchField = (page: Page) => page.getByPlaceholder('Search chats...');
const deleteDialog = (page: Page) => page.getByRole('dialog', { name: 'Delete Chats' });

async function openHistory(page: Page) {
  await page.goto('/user?section=chats');
  await expect(page.getByRole('heading', { level: 1, name: 'Chat History' })).toBeVisible();
}

test.beforeEach(async ({ member }) => {
  for (const slug of characters) await member.openChat(slug);
});

// rules chats-count, chats-list, chats-search, chats-time-filter, chats-groups, chats-row, chats-continue
test('users find a conversation and continue it', async ({ chat, page }) => {
  await openHistory(page);
  await expect(page.getByText('3 conversations')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Today']);
  await expect(chatCheckboxes(page)).toHaveCount(3);
  await expectAccessible(page);
  await searchField(page).fill('MÁRCUS');
  await expect(chatCheckboxes(page)).toHaveCount(1);
  await expect(page.getByText('1 conversation', { exact: true })).toBeVisible();
  await searchField(page).fill('nobody of that name');
  await expect(page.getByText('No chats match your search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(chatCheckboxes(page)).toHaveCount(3);
  const timeSelect = page.getByRole('combobox', { name: 'Time' });
  await timeSelect.selectOption('Yesterday');
  await expect(page.getByText('No chats match your search.')).toBeVisible();
  await timeSelect.selectOption('This Week');
  await expect(chatCheckboxes(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Continue Chat with Marcus Aurelius' }).click();
  await expect(page).toHaveURL('/chats/marcus-aurelius');
  await expect(chat.heading()).toHaveText('Marcus Aurelius');
  await page.goBack();
  await expect(timeSelect).toHaveValue('week');
});

// rules chats-delete, chats-delete-dialog, chats-select
test('users delete one chat and several', async ({ page }) => {
  await openHistory(page);
  await page.getByRole('button', { name: 'Delete the chat with Jane Austen' }).click();
  await expect(deleteDialog(page)).toContainText(
    'Are you sure you want to delete 1 chat(s)? This action cannot be undone.',
  );
  await expect(deleteDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(chatCheckboxes(page)).toHaveCount(3);
  await checkbox(page, 'Jane Austen').check();
  await checkbox(page, 'Marcus Aurelius').check();
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await expect(deleteDialog(page)).toContainText(
    'Are you sure you want to delete 2 chat(s)? This action cannot be undone.',
  );
  await deleteDialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(deleteDialog(page)).toBeHidden();
  await expect(chatCheckboxes(page)).toHaveCount(1);
  await expect(page.getByText('1 conversation', { exact: true })).toBeVisible();
  await page.reload();
  await expect(chatCheckboxes(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete Selected' }).press('Enter');
  await deleteDialog(page).getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(page.getByText('No chat history')).toBeVisible();
  await expect(
    page.getByText('Start chatting with characters to see your history here.'),
  ).toBeVisible();
  await expect(searchField(page)).toBeFocused();
});

// rules chats-delete-sidebar, chats-delete-open
test('a chat that is deleted in another tab can be started anew', async ({
  chat,
  consoleGuard,
  context,
  model,
  page,
}) => {
  consoleGuard.allow(/status of 404/);
  await chat.open('jane-austen');
  await model.answerWith({ pieces: ['It is ', 'a truth.'] });
  await chat.send('Is it universally acknowledged?');
  await expect(chat.newestReply()).toHaveText('It is a truth.');
  const otherPage = await context.newPage();
  await otherPage.goto('/chats/marcus-aurelius');
  const removeButton = otherPage.getByRole('button', { name: 'Delete chat with Jane Austen' });
  await removeButton.focus();
  await removeButton.press('Enter');
  await deleteDialog(otherPage).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(removeButton).toBeHidden();

  await expect(page.getByRole('heading', { name: 'This chat was deleted' })).toBeVisible();
  await expect(page.getByText('Is it universally acknowledged?')).toBeHidden();
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  await expect(chat.heading()).toHaveText('Jane Austen');
  await expect(page.getByText('Is it universally acknowledged?')).toBeHidden();
  await model.answerWith({ pieces: ['Good ', 'day.'] });
  await chat.send('Who are you?');
  await expect(chat.newestReply()).toHaveText('Good day.');
});

for (const width of [phone.width, narrowPhone.width]) {
  test(`the chat history fits ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openHistory(page);
    await expect(chatCheckboxes(page)).toHaveCount(3);
    const scrollsSideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(await scrollsSideways()).toBe(false);
    await expectAccessible(page);
  });
}
