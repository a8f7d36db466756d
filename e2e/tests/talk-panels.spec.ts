import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true, withModel: false });

// rules chat-search-opens, chat-search-panel
test('a message is found and opened by keyboard', async ({ chat, page }) => {
  await chat.open();
  await chat.send('Do you remember the lighthouse at Kronborg?');
  await chat.expectNoRunningReply();
  await chat.send('And what is an engine?');
  await chat.expectNoRunningReply();

  await page.getByRole('button', { name: 'Search messages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search messages' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill('lightho');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  const row = page.locator('.log__row:focus');
  await expect(row).toContainText('the lighthouse at Kronborg');
  await expect(row).toBeInViewport();
  await expect(page).toHaveURL(/\/chats\/ada-lovelace\?message=/);

  await page.getByRole('button', { name: 'Search messages' }).click();
  await field.fill('zeppelin');
  await expect(dialog.getByText('No messages found').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search messages' })).toBeFocused();
});

// rules memory-panel, memory-notes, memory-receipt
test('what a character remembers is shown with its message, and can be forgotten', async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send('I have a dog called Bruno.');
  await chat.expectNoRunningReply();
  const openButton = page.getByRole('button', { name: 'What Ada Lovelace remembers' });
  const dialog = page.getByRole('dialog', { name: 'What Ada Lovelace remembers' });
  const bruno = dialog.getByText(/dog called Bruno/);
  await expect(async () => {
    await openButton.click();
    try {
      await expect(bruno).toBeVisible({ timeout: 2_000 });
    } catch (error) {
      await page.keyboard.press('Escape');
      throw error;
    }
  }).toPass();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'From this message' }).click();
  await expect(page.locator('.log__row:focus')).toContainText('I have a dog called Bruno.');

  await openButton.click();
  await dialog.getByRole('button', { name: /^(Forget|Delete).*Bruno/ }).click();
  await expect(bruno).toBeHidden();
  await page.keyboard.press('Escape');
  await page.reload();
  await chat.expectOpen();
  await openButton.click();
  await expect(dialog.getByText('Ada Lovelace remembers nothing of you yet.')).toBeVisible();
});

test('the panels fit a phone', async ({ chat, page }) => {
  await page.setViewportSize(phone);
  await chat.open();
  await page.getByRole('button', { name: 'Search messages' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Search messages' }).getByRole('combobox'),
  ).toBeFocused();
  await page.goBack();
  await page.getByRole('button', { name: 'Show details' }).click();
  await page.getByRole('button', { name: 'What Ada Lovelace remembers' }).click();
  await expect(page.getByText('Ada Lovelace remembers nothing of you yet.')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
});
