import { expect, test } from '../support/fixtures.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

test.beforeEach(async ({ chat }) => chat.open());

// rule chat-enter-sends
test('Shift+Enter starts a new line, Enter sends both lines', async ({ chat, member }) => {
  await chat.composer.pressSequentially('One');
  await chat.composer.press('Shift+Enter');
  await chat.composer.pressSequentially('Two');
  await expect(chat.composer).toHaveValue('One\nTwo');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await chat.expectNoRunningReply();
  expect(await member.ownLines(ada)).toEqual(['One\nTwo']);
});

// rule chat-one-at-a-time
test('an empty line and a line during a reply are not sent', async ({ chat, member, model }) => {
  await expect(chat.sendButton).toBeDisabled();
  await chat.write('  \n ');
  await expect(chat.sendButton).toBeDisabled();
  await chat.composer.press('Enter');
  await model.answerWith({ count: 2000, every: '30ms' });
  await chat.sendAndAwait('First', 'word2');
  await chat.write('Second');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('Second');
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  expect(await member.ownLines(ada)).toEqual(['First']);
  expect(await model.replyCalls()).toHaveLength(1);
});

// rule chat-composer-size
test('has three rows and grows to 200 px at most', async ({ chat }) => {
  const height = async () => (await chat.composer.boundingBox())?.height ?? 0;
  await expect(chat.composer).toHaveAttribute('rows', '3');
  const emptyHeight = await height();
  await chat.write('a\nb\nc');
  expect(await height()).toBeCloseTo(emptyHeight, 0);
  await chat.write('a\nb\nc\nd\ne');
  const fiveLinesHeight = await height();
  expect(fiveLinesHeight).toBeGreaterThan(emptyHeight);
  await chat.write('line\n'.repeat(40));
  expect(await height()).toBeLessThanOrEqual(200);
  expect(await height()).toBeGreaterThan(fiveLinesHeight);
  await chat.write('');
  expect(await height()).toBeCloseTo(emptyHeight, 0);
});

// rule chat-draft
test('each chat keeps its draft over a change of chat and a reload', async ({ chat, page }) => {
  await chat.write('Half a thought');
  await page.goto('/chats/jane-austen');
  await chat.expectOpen();
  await expect(chat.composer).toHaveValue('');
  await chat.write('Another');
  await page.getByRole('link', { name: /^Ada Lovelace/ }).click();
  await expect(chat.heading()).toHaveText('Ada Lovelace');
  await expect(chat.composer).toHaveValue('Half a thought');
  await page.reload();
  await chat.expectOpen();
  await expect(chat.composer).toHaveValue('Half a thought');
  await chat.composer.press('Enter');
  await expect(chat.ownLines()).toHaveText(['You: Half a thought']);
  await page.reload();
  await chat.expectOpen();
  await expect(chat.composer).toHaveValue('');
});

// rule chat-message-length
test('takes 4,000 characters and no more', async ({ chat, member }) => {
  await chat.write('é'.repeat(4001));
  await expect(chat.composer).toHaveAccessibleDescription('1 character too many');
  await expect(chat.sendButton).toBeDisabled();
  await chat.composer.press('Enter');
  await expect(chat.ownLines()).toHaveCount(0);
  const longestText = 'a word. '.repeat(490) + '😀'.repeat(80);
  await chat.write(longestText);
  await expect(chat.composer).toHaveAccessibleDescription('0 characters left');
  await chat.composer.press('Enter');
  await expect(chat.newestReply()).toContainText('Let me think on it');
  expect(await member.ownLines(ada)).toEqual([longestText]);
});

test('copies a reply', async ({ chat, context, page, model }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await model.answerWith({ pieces: ['Plain ', '*words*.'] });
  await chat.send('Say something');
  await expect(chat.newestReply()).toHaveText('Plain words.');
  await chat.replies().last().getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('.toast')).toHaveText('Message copied to clipboard!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Plain *words*.');
});
