import { ChatScreen } from '../pages/chat-screen.ts';
import { MessageTools } from '../pages/message-tools.ts';
import { expectAccessible } from '../support/axe.ts';
import { beginTalk } from '../support/begin-talk.ts';
import { expect, test } from '../support/fixtures.ts';
import { oneLine } from '../support/reply-growth.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

/** Removes the last word. A stop may cut this word off, and a continuation does not keep half a word. */
function withoutLastWord(text: string): string {
  return text.replace(/ \S+$/, '');
}

// rules messages-versions, replies-retry
test('a reply is written again, with a hint too, and its versions are turned', async ({
  chat,
  member,
  model,
  page,
}) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  await expect(tools.tool('Regenerate')).toBeVisible();
  await expect(chat.log.getByRole('group', { name: 'Versions' })).toHaveCount(0);

  await model.answerWith({ pieces: ['The second answer.'] });
  await tools.tool('Regenerate').click();
  await expect(chat.newestReply()).toHaveText('The second answer.');
  await tools.expectVersion(2, 2);
  await expect(chat.ownLines()).toHaveCount(1);

  await model.answerWith({ pieces: ['Short.'] });
  await tools.pressFurtherTool('Regenerate with a hint…');
  const hintField = page.getByRole('textbox', { name: 'What should be different?' });
  await expect(hintField).toBeFocused();
  await hintField.fill('Shorter, please');
  await hintField.press('Enter');
  await expect(chat.newestReply()).toHaveText('Short.');
  await tools.expectVersion(3, 3);
  await expect(page.getByText('Your hint: Shorter, please')).toBeVisible();
  expect((await model.replyCalls()).at(-1)?.body).toContain('Shorter, please');
  await expectAccessible(page);

  await tools.tool('Previous version').click();
  await expect(chat.newestReply()).toHaveText('The second answer.');
  await tools.expectVersion(2, 3);
  await expect(page.getByText('Your hint:')).toHaveCount(0);
  await tools.tool('Previous version').click();
  await expect(chat.newestReply()).toHaveText('The first answer.');
  await expect(tools.tool('Previous version')).toHaveAttribute('aria-disabled', 'true');
  expect((await member.lastReply(ada)).content).toBe('The first answer.');

  await page.reload();
  await chat.expectOpen();
  await expect(chat.newestReply()).toHaveText('The first answer.');
  await tools.expectVersion(1, 3);
  expect(await member.storedMessages(ada)).toHaveLength(3);
});

// rule messages-versions
test('Left and Right turn the versions, all by keyboard', async ({ chat, model, page }) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  await model.answerWith({ pieces: ['The second answer.'] });
  await expect(tools.tool('More')).toBeVisible();

  await chat.composer.press('Shift+Tab');
  await expect(chat.log).toBeFocused();
  // ArrowUp moves from the suggestions to the tools of the reply.
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(tools.tool('Regenerate')).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(chat.newestReply()).toHaveText('The second answer.');
  await chat.expectNoRunningReply();
  await tools.expectVersion(2, 2);

  await chat.composer.press('Shift+Tab');
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(tools.tool('Copy')).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('ArrowLeft');
  await expect(chat.newestReply()).toHaveText('The first answer.');
  await tools.expectVersion(1, 2);
  await expect(tools.tool('Copy')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(chat.newestReply()).toHaveText('The second answer.');

  // Keys open the list of further tools, move in it and close it.
  await tools.tool('More').focus();
  await page.keyboard.press('Enter');
  await expect(tools.tool('Report…')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(tools.tool('Regenerate with a hint…')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tools.tool('More')).toBeFocused();
  await expect(tools.tool('Report…')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chat.composer).toBeFocused();
});

// rule messages-edit
test('a message is edited in its place and gets another answer', async ({
  chat,
  member,
  model,
  page,
}) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  await chat.sendAndAwait('And then?', 'The first answer.');
  await chat.expectNoRunningReply();

  await (await tools.ownTool('What is an engine?', 'Edit')).click();
  await expect(tools.editor()).toBeFocused();
  await expect(tools.editor()).toHaveValue('What is an engine?');
  await expect(page.getByText('What followed is kept in an archive.')).toBeVisible();
  await expectAccessible(page);
  await tools.editor().press('Escape');
  await expect(tools.editor()).toHaveCount(0);
  await expect(
    tools.ownRow('What is an engine?').getByRole('button', { name: 'Edit' }),
  ).toBeFocused();

  await model.answerWith({ pieces: ['The answer to another question.'] });
  await page.keyboard.press('Enter');
  await tools.editor().fill('What is a loom?');
  await tools.editor().press('Shift+Enter');
  await tools.editor().pressSequentially('Really?');
  await tools.editor().press('Enter');
  await expect(chat.ownLines()).toHaveText(['You: What is a loom?\nReally?']);
  await expect(chat.newestReply()).toHaveText('The answer to another question.');
  await chat.expectNoRunningReply();
  await expect(chat.ownLines()).toHaveCount(1);
  expect(await member.ownLines(ada)).toEqual(['What is a loom?\nReally?']);
  await page.reload();
  await chat.expectOpen();
  await expect(chat.ownLines()).toHaveCount(1);
});

// rules messages-versions, replies-stop
test('a stopped reply goes on where it was cut', async ({ chat, member, model, page }) => {
  const tools = new MessageTools(chat);
  await model.answerWith({ count: 2000, every: '30ms' });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word5');
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  const keptText = withoutLastWord(await chat.newestReplyText());

  await model.answerWith({ pieces: [' and', ' the', ' end.'], first: '300ms', every: '100ms' });
  await tools.pressFurtherTool('Continue');
  // The text of the stopped reply stays visible before the first piece of the continuation arrives.
  await expect(chat.newestReply()).toContainText(keptText);
  await expect(chat.newestReply()).toContainText('the end.');
  await chat.expectNoRunningReply();
  const storedReply = await member.lastReply(ada);
  expect(storedReply.status).toBe('complete');
  expect(oneLine(storedReply.content)).toBe(await chat.newestReplyText());
  expect(oneLine(storedReply.content).startsWith(keptText)).toBe(true);
  expect(storedReply.content.split('word5 ')).toHaveLength(2);
  await tools.expectVersion(2, 2);
  await page.reload();
  await chat.expectOpen();
  expect(await chat.newestReplyText()).toBe(oneLine(storedReply.content));
});

test('a reload in the middle of a new version or a continuation doubles no text', async ({
  chat,
  member,
  model,
  page,
}) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  await model.answerWith({ count: 60, every: '50ms' });
  await tools.tool('Regenerate').click();
  await expect(chat.newestReply()).toContainText('word5');
  await page.reload();
  await chat.expectOpen();
  await chat.expectRunningReply();
  await expect(chat.newestReply()).toContainText('word10');
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  expect(await chat.newestReplyText()).toBe(oneLine((await member.lastReply(ada)).content));
  await tools.expectVersion(2, 2);

  const restPieces = Array.from({ length: 40 }, (_, n) => ` more${n}`);
  await model.answerWith({ pieces: restPieces, every: '50ms' });
  const keptText = withoutLastWord(await chat.newestReplyText());
  await tools.pressFurtherTool('Continue');
  await expect(chat.newestReply()).toContainText('more3');
  await page.reload();
  await chat.expectOpen();
  await chat.expectRunningReply();
  await expect(chat.newestReply()).toContainText(keptText);
  await expect(chat.newestReply()).toContainText('more39');
  await chat.expectNoRunningReply();
  expect(await chat.newestReplyText()).toBe(keptText + restPieces.join(''));
  expect(oneLine((await member.lastReply(ada)).content)).toBe(keptText + restPieces.join(''));
  await tools.expectVersion(3, 3);
  expect(await model.replyCalls()).toHaveLength(3);
});

// rule messages-delete
test('messages are deleted after one question', async ({ chat, member, model, page }) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  // The greeting cannot be deleted.
  const greeting = chat.log.locator('.log__row').first();
  await greeting.hover();
  await greeting.getByRole('button', { name: 'More' }).click();
  await expect(greeting.getByRole('button', { name: 'Report…' })).toBeVisible();
  await expect(greeting.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await tools.pressFurtherTool('Delete');
  const dialog = tools.dialog('Delete this reply?');
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(tools.tool('More')).toBeFocused();
  await tools.pressFurtherTool('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.log.getByText('The first answer.')).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(tools.ownRow('What is an engine?')).toBeFocused();

  // A message without a reply can be answered, and deleted.
  await model.answerWith({ pieces: ['Another answer.'] });
  await tools.tool('Ask for a reply').click();
  await expect(chat.newestReply()).toHaveText('Another answer.');
  await chat.expectNoRunningReply();
  await (await tools.ownTool('What is an engine?', 'Delete')).click();
  await tools.dialog('Delete your message?').getByRole('button', { name: 'Delete' }).click();
  await expect(chat.ownLines()).toHaveCount(0);
  const remainingMessages = await member.storedMessages(ada);
  expect(remainingMessages.map(({ content }) => content).slice(1)).toEqual(['Another answer.']);
  await page.reload();
  await chat.expectOpen();
  await expect(chat.ownLines()).toHaveCount(0);
});

// rule messages-feedback
test('a reply is rated with a reason, and the rating is taken back', async ({
  chat,
  model,
  page,
}) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  const goodReplyTool = tools.tool('Good reply');
  const badReplyTool = tools.tool('Bad reply');
  await goodReplyTool.click();
  await expect(goodReplyTool).toHaveAttribute('aria-pressed', 'true');
  await badReplyTool.click();
  await expect(badReplyTool).toHaveAttribute('aria-pressed', 'true');
  await expect(goodReplyTool).toHaveAttribute('aria-pressed', 'false');
  const reasonField = page.getByRole('textbox', { name: 'What was wrong? (optional)' });
  await expect(reasonField).toBeFocused();
  await expectAccessible(page);
  await reasonField.fill('It is about looms.');
  await reasonField.press('Enter');
  await expect(page.getByText('Thank you. Your reason is saved.')).toBeVisible();
  await expect(badReplyTool).toBeFocused();

  await page.reload();
  await chat.expectOpen();
  await expect(badReplyTool).toHaveAttribute('aria-pressed', 'true');
  await badReplyTool.click();
  await expect(badReplyTool).toHaveAttribute('aria-pressed', 'false');
  await expect(reasonField).toHaveCount(0);
  await expect(async () => {
    await page.reload();
    await expect(badReplyTool).toHaveAttribute('aria-pressed', 'false');
  }).toPass();
});

// rule messages-report
test('a report answers with its ticket', async ({ chat, model, page }) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  await tools.pressFurtherTool('Report…');
  const dialog = tools.dialog('Report this reply');
  await expect(dialog.getByRole('radio', { name: 'Wrong about the facts' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await expect(dialog.getByRole('button', { name: 'Report' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('x'.repeat(501));
  await expect(dialog.getByText('1 character too many')).toBeVisible();
  await dialog.getByRole('textbox').fill('It says what nobody said.');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByText(/M-[A-Z0-9]{8}/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tools.tool('More')).toBeFocused();
});

// rules messages-versions, messages-edit, messages-delete
test('two tabs agree', async ({ chat, context, model }) => {
  const tools = new MessageTools(chat);
  const otherChat = new ChatScreen(await context.newPage());
  const otherTools = new MessageTools(otherChat);
  await beginTalk(chat, model, 'The first answer.');
  await otherChat.open();
  await expect(otherChat.newestReply()).toHaveText('The first answer.');

  await model.answerWith({ pieces: ['The second ', 'answer.'], every: '200ms' });
  await tools.tool('Regenerate').click();
  await expect(otherChat.newestReply()).toHaveText('The second answer.');
  await otherTools.expectVersion(2, 2);
  await otherTools.tool('Previous version').click();
  await expect(chat.newestReply()).toHaveText('The first answer.');
  await tools.expectVersion(1, 2);

  await tools.tool('Good reply').click();
  await expect(otherTools.tool('Good reply')).toHaveAttribute('aria-pressed', 'true');

  await model.answerWith({ pieces: ['About looms.'] });
  await (await otherTools.ownTool('What is an engine?', 'Edit')).click();
  await otherTools.editor().fill('What is a loom?');
  await otherTools.editor().press('Enter');
  await expect(chat.ownLines()).toHaveText(['You: What is a loom?']);
  await expect(chat.newestReply()).toHaveText('About looms.');

  await tools.pressFurtherTool('Delete');
  await tools.dialog('Delete this reply?').getByRole('button', { name: 'Delete' }).click();
  await expect(otherChat.log.getByText('About looms.')).toHaveCount(0);
});
