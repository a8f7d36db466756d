import { failedText } from '../pages/chat-screen.ts';
import type { Script } from '../support/fake-model.ts';
import { expect, test } from '../support/fixtures.ts';
import { flat } from '../support/reading.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

/**
 * Faults after which nothing of the reply arrives. The other faults of internal/llm/llmtest/remote.go
 * look the same in the browser.
 */
const barren: Record<string, Script> = {
  'answers 500': { fault: { kind: 'status', status: 500 } },
  'breaks the connection at once': { fault: { kind: 'cut', after: 0 } },
};

for (const [what, script] of Object.entries(barren)) {
  test(`a model server that ${what}: the failure is told, and Retry answers the same line`, async ({
    chat,
    member,
    model,
    page,
  }) => {
    await model.play(script);
    await chat.open();
    await chat.say('Can you hear me?');
    await expect(chat.replies().last()).toContainText(failedText);
    await chat.expectQuiet();
    expect(await member.lastReply(ada)).toMatchObject({ status: 'failed', content: '' });

    await page.reload();
    await chat.expectOpen();
    await expect(chat.replies().last()).toContainText(failedText);
    await model.play({ pieces: ['I can, ', 'very well.'] });
    await chat.retryButton.click();
    await expect(chat.lastText()).toHaveText('I can, very well.');
    await expect(chat.log).not.toContainText(failedText);
    await expect(chat.ownLines()).toHaveText(['You: Can you hear me?']);
    expect(await member.ownLines(ada)).toEqual(['Can you hear me?']);
    expect(flat((await member.lastReply(ada)).content)).toBe('I can, very well.');
  });
}

/** Faults after a few words of the reply. */
const partial: Record<string, Script> = {
  'cuts the connection': { count: 40, every: '20ms', fault: { kind: 'cut', after: 9 } },
  'ends too early': { count: 40, every: '20ms', fault: { kind: 'eof', after: 9 } },
  'reports an error': { count: 40, every: '20ms', fault: { kind: 'error', after: 9 } },
};

for (const [what, script] of Object.entries(partial)) {
  test(`a model server that ${what} in mid-reply: what came is kept, and can be tried again`, async ({
    chat,
    member,
    model,
    page,
  }) => {
    await model.play(script);
    await chat.open();
    await chat.say('Count for me');
    await expect(chat.retryButton).toBeVisible();
    await expect(chat.replies().last()).toContainText(failedText);
    const kept = await chat.lastWords();
    expect(kept).toContain('word8');
    const stored = await member.lastReply(ada);
    expect(stored.status).toBe('failed');
    expect(flat(stored.content)).toBe(kept);

    await page.reload();
    await chat.expectOpen();
    expect(await chat.lastWords()).toBe(kept);
    await model.play({ pieces: ['One, ', 'two, ', 'three.'] });
    await chat.retryButton.click();
    await expect(chat.lastText()).toHaveText('One, two, three.');
    await chat.expectQuiet();
    await expect(chat.retryButton).toBeHidden();
    expect(await member.ownLines(ada)).toEqual(['Count for me']);
  });
}

test('a model server that hangs can be stopped, and what came is kept', async ({
  chat,
  member,
  model,
}) => {
  await model.play({ count: 40, fault: { kind: 'hang', after: 7 } });
  await chat.open();
  await chat.sayUntil('Count for me', 'word6');
  await chat.expectTalking();
  await chat.stopButton.click();
  await model.expectLast('cancelled');
  await chat.expectQuiet();
  const stored = await member.lastReply(ada);
  expect(stored.status).toBe('stopped');
  expect(await chat.lastWords()).toBe(flat(stored.content));
  expect(flat(stored.content)).toContain('word6');
});

test('a model server that hangs and dies: what came is kept, and its return helps', async ({
  chat,
  member,
  model,
}) => {
  await model.play({ count: 40, fault: { kind: 'hang', after: 7 } });
  await chat.open();
  await chat.sayUntil('Count for me', 'word6');
  await model.kill();
  await expect(chat.retryButton).toBeVisible();
  await expect(chat.lastText()).toContainText('word6');
  await chat.retryButton.click();
  await expect(chat.replies().last()).toContainText(failedText);
  await model.restart();
  await chat.retryButton.click();
  await expect(chat.lastText()).toContainText('You say: Count for me');
  await chat.expectQuiet();
  expect(await member.ownLines(ada)).toEqual(['Count for me']);
});

test('a server killed in mid-reply: the page recovers by itself and keeps the words', async ({
  chat,
  consoleGuard,
  member,
  model,
  server,
}) => {
  consoleGuard.allow(/ERR_CONNECTION_(REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await model.play({ count: 2000, every: '25ms' });
  await chat.open();
  await chat.sayUntil('Count for me', 'word3');
  await expect.poll(async () => (await member.lastReply(ada)).content).toContain('word3');
  await server.kill();
  await expect(chat.lastText()).toContainText('word3');
  await server.run();

  await expect(chat.tryAgainButton).toBeVisible({ timeout: 15_000 });
  const stored = await member.lastReply(ada);
  expect(stored.status).toBe('interrupted');
  expect(flat(stored.content)).toContain('word3');
  // The text on the screen stays until a reload, even if less of it was stored.
  const seen = await chat.lastWords();
  expect(seen.startsWith(flat(stored.content))).toBe(true);
  await chat.expectQuiet();

  await model.play({ pieces: ['Where ', 'were ', 'we?'] });
  await chat.tryAgainButton.click();
  await expect(chat.lastText()).toHaveText('Where were we?');
  await chat.expectQuiet();
  expect(await member.ownLines(ada)).toEqual(['Count for me']);
});
