import { ChatScreen } from '../pages/chat-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { oneLine } from '../support/reply-growth.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

test('a reply continues during a reload and ends equal to the stored text', async ({
  chat,
  member,
  model,
  page,
}) => {
  await model.answerWith({ count: 80, every: '40ms' });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word5');
  await page.reload();
  await chat.expectOpen();
  await chat.expectRunningReply();
  await expect(chat.newestReply()).toContainText('word5');
  await expect(chat.newestReply()).toContainText('word79');
  await chat.expectNoRunningReply();
  const storedReply = await member.lastReply(ada);
  expect(storedReply.status).toBe('complete');
  expect(await chat.newestReplyText()).toBe(oneLine(storedReply.content));
  expect(await model.replyCalls()).toHaveLength(1);
  expect(await member.ownLines(ada)).toEqual(['Count for me']);
});

// rule replies-goes-on
test('a reply continues while its reader is on another page', async ({
  chat,
  home,
  model,
  page,
}) => {
  await model.answerWith({ count: 60, every: '30ms' });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word3');
  await page.goto('/');
  await model.expectLastOutcome('finished');
  await home.chatButton('Ada Lovelace').click();
  await expect(chat.newestReply()).toContainText('word59');
  await chat.expectNoRunningReply();
  expect(await model.replyCalls()).toHaveLength(1);
});

// rule replies-stop
test('Stop cancels the request to the model and keeps the shown text', async ({
  chat,
  member,
  model,
  page,
}) => {
  await model.answerWith({ count: 2000, every: '30ms' });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word10');
  await chat.stopButton.click();
  await model.expectLastOutcome('cancelled');
  await chat.expectNoRunningReply();
  const seenText = await chat.newestReplyText();
  expect(seenText).toContain('word10');
  const storedReply = await member.lastReply(ada);
  expect(storedReply.status).toBe('stopped');
  expect(oneLine(storedReply.content)).toBe(seenText);
  await page.reload();
  await chat.expectOpen();
  expect(await chat.newestReplyText()).toBe(seenText);
  await expect(chat.composer).toBeEnabled();
});

test('Stop works before the first word too', async ({ chat, member, model }) => {
  await model.answerWith({ fault: { kind: 'silent' } });
  await chat.open();
  await chat.send('Are you there?');
  await chat.expectRunningReply();
  await chat.stopButton.click();
  await model.expectLastOutcome('cancelled');
  await chat.expectNoRunningReply();
  expect(await member.lastReply(ada)).toMatchObject({ status: 'stopped', content: '' });
});

test('two tabs show one reply', async ({ chat, context, member, model }) => {
  await model.answerWith({ count: 60, every: '50ms' });
  const otherChat = new ChatScreen(await context.newPage());
  await chat.open();
  await otherChat.open();
  await chat.sendAndAwait('Count for us', 'word2');
  await expect(otherChat.ownLines()).toHaveText(['You: Count for us']);
  await otherChat.expectRunningReply();
  await expect(otherChat.newestReply()).toContainText('word2');
  await expect(chat.newestReply()).toContainText('word59');
  await expect(otherChat.newestReply()).toContainText('word59');
  await chat.expectNoRunningReply();
  await otherChat.expectNoRunningReply();
  const storedText = oneLine((await member.lastReply(ada)).content);
  expect(await chat.newestReplyText()).toBe(storedText);
  expect(await otherChat.newestReplyText()).toBe(storedText);
  expect(await model.replyCalls()).toHaveLength(1);
});

test('a stop in one tab ends the reply in the other', async ({ chat, context, member, model }) => {
  await model.answerWith({ count: 2000, every: '30ms' });
  const otherChat = new ChatScreen(await context.newPage());
  await chat.open();
  await otherChat.open();
  await chat.sendAndAwait('Count for us', 'word2');
  await expect(otherChat.newestReply()).toContainText('word4');
  await otherChat.stopButton.click();
  await model.expectLastOutcome('cancelled');
  await chat.expectNoRunningReply();
  await otherChat.expectNoRunningReply();
  const storedText = oneLine((await member.lastReply(ada)).content);
  await expect.poll(() => chat.newestReplyText()).toBe(storedText);
  expect(await otherChat.newestReplyText()).toBe(storedText);
});

test.describe('sends once', () => {
  test.beforeEach(async ({ chat, model }) => {
    await model.answerWith({ count: 12, every: '30ms' });
    await chat.open();
    await chat.write('Only once');
  });

  test.afterEach(async ({ chat, member, model }) => {
    await expect(chat.newestReply()).toContainText('word11');
    await chat.expectNoRunningReply();
    await expect(chat.ownLines()).toHaveCount(1);
    expect(await member.ownLines(ada)).toEqual(['Only once']);
    expect((await member.lastReply(ada)).status).toBe('complete');
    expect(await model.replyCalls()).toHaveLength(1);
  });

  test('on a double click', async ({ chat }) => {
    await chat.sendButton.dblclick();
  });

  test('on Enter and a click at the same moment', async ({ chat }) => {
    const button = await chat.sendButton.elementHandle();
    await chat.composer.evaluate((field, send) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      send?.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    }, button);
  });

  test('on Enter held down', async ({ chat, page }) => {
    await chat.composer.focus();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
  });
});
