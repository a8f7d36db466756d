import { ChatScreen } from '../pages/chat-screen.ts';
import { expect, test } from '../support/fixtures.ts';
import { flat } from '../support/reading.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

test('a reply goes on over a reload and ends equal to what is stored', async ({
  chat,
  member,
  model,
  page,
}) => {
  await model.play({ count: 80, every: '40ms' });
  await chat.open();
  await chat.sayUntil('Count for me', 'word5');
  await page.reload();
  await chat.expectOpen();
  await chat.expectTalking();
  await expect(chat.lastText()).toContainText('word5');
  await expect(chat.lastText()).toContainText('word79');
  await chat.expectQuiet();
  const stored = await member.lastReply(ada);
  expect(stored.status).toBe('complete');
  expect(await chat.lastWords()).toBe(flat(stored.content));
  expect(await model.replies()).toHaveLength(1);
  expect(await member.ownLines(ada)).toEqual(['Count for me']);
});

// rule replies-goes-on
test('a reply goes on while its reader is somewhere else', async ({ chat, home, model, page }) => {
  await model.play({ count: 60, every: '30ms' });
  await chat.open();
  await chat.sayUntil('Count for me', 'word3');
  await page.goto('/');
  await model.expectLast('finished');
  await home.chatButton('Ada Lovelace').click();
  await expect(chat.lastText()).toContainText('word59');
  await chat.expectQuiet();
  expect(await model.replies()).toHaveLength(1);
});

// rule replies-stop
test('stop reaches the model server and keeps what was seen', async ({
  chat,
  member,
  model,
  page,
}) => {
  await model.play({ count: 2000, every: '30ms' });
  await chat.open();
  await chat.sayUntil('Count for me', 'word10');
  await chat.stopButton.click();
  await model.expectLast('cancelled');
  await chat.expectQuiet();
  const seen = await chat.lastWords();
  expect(seen).toContain('word10');
  const stored = await member.lastReply(ada);
  expect(stored.status).toBe('stopped');
  expect(flat(stored.content)).toBe(seen);
  await page.reload();
  await chat.expectOpen();
  expect(await chat.lastWords()).toBe(seen);
  await expect(chat.composer).toBeEnabled();
});

test('stop works before the first word too', async ({ chat, member, model }) => {
  await model.play({ fault: { kind: 'silent' } });
  await chat.open();
  await chat.say('Are you there?');
  await chat.expectTalking();
  await chat.stopButton.click();
  await model.expectLast('cancelled');
  await chat.expectQuiet();
  expect(await member.lastReply(ada)).toMatchObject({ status: 'stopped', content: '' });
});

test('two tabs show one reply', async ({ chat, context, member, model }) => {
  await model.play({ count: 60, every: '50ms' });
  const other = new ChatScreen(await context.newPage());
  await chat.open();
  await other.open();
  await chat.sayUntil('Count for us', 'word2');
  await expect(other.ownLines()).toHaveText(['You: Count for us']);
  await other.expectTalking();
  await expect(other.lastText()).toContainText('word2');
  await expect(chat.lastText()).toContainText('word59');
  await expect(other.lastText()).toContainText('word59');
  await chat.expectQuiet();
  await other.expectQuiet();
  const stored = flat((await member.lastReply(ada)).content);
  expect(await chat.lastWords()).toBe(stored);
  expect(await other.lastWords()).toBe(stored);
  expect(await model.replies()).toHaveLength(1);
});

test('a stop in one tab ends the reply in the other', async ({ chat, context, member, model }) => {
  await model.play({ count: 2000, every: '30ms' });
  const other = new ChatScreen(await context.newPage());
  await chat.open();
  await other.open();
  await chat.sayUntil('Count for us', 'word2');
  await expect(other.lastText()).toContainText('word4');
  await other.stopButton.click();
  await model.expectLast('cancelled');
  await chat.expectQuiet();
  await other.expectQuiet();
  const stored = flat((await member.lastReply(ada)).content);
  await expect.poll(() => chat.lastWords()).toBe(stored);
  expect(await other.lastWords()).toBe(stored);
});

test.describe('sends once', () => {
  test.beforeEach(async ({ chat, model }) => {
    await model.play({ count: 12, every: '30ms' });
    await chat.open();
    await chat.write('Only once');
  });

  test.afterEach(async ({ chat, member, model }) => {
    await expect(chat.lastText()).toContainText('word11');
    await chat.expectQuiet();
    await expect(chat.ownLines()).toHaveCount(1);
    expect(await member.ownLines(ada)).toEqual(['Only once']);
    expect((await member.lastReply(ada)).status).toBe('complete');
    expect(await model.replies()).toHaveLength(1);
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
