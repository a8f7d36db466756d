import { failedText } from '../pages/chat-screen.ts';
import type { Script } from '../support/fake-model.ts';
import { expect, test } from '../support/fixtures.ts';
import { oneLine } from '../support/reply-growth.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

/**
 * Faults after which nothing of the reply arrives. The other faults of internal/llm/llmtest/remote.go
 * look the same in the browser.
 */
const faultsBeforeText: Record<string, Script> = {
  'answers 500': { fault: { kind: 'status', status: 500 } },
  'breaks the connection at once': { fault: { kind: 'cut', after: 0 } },
};

for (const [faultName, script] of Object.entries(faultsBeforeText)) {
  test(`a model server that ${faultName}: the failure is shown, and Retry answers the same message`, async ({
    chat,
    member,
    model,
    page,
  }) => {
    await model.answerWith(script);
    await chat.open();
    await chat.send('Can you hear me?');
    await expect(chat.replies().last()).toContainText(failedText);
    await chat.expectNoRunningReply();
    expect(await member.lastReply(ada)).toMatchObject({ status: 'failed', content: '' });

    await page.reload();
    await chat.expectOpen();
    await expect(chat.replies().last()).toContainText(failedText);
    await model.answerWith({ pieces: ['I can, ', 'very well.'] });
    await chat.retryButton.click();
    await expect(chat.newestReply()).toHaveText('I can, very well.');
    await expect(chat.log).not.toContainText(failedText);
    await expect(chat.ownLines()).toHaveText(['You: Can you hear me?']);
    expect(await member.ownLines(ada)).toEqual(['Can you hear me?']);
    expect(oneLine((await member.lastReply(ada)).content)).toBe('I can, very well.');
  });
}

/** Faults after a few words of the reply. */
const faultsAfterText: Record<string, Script> = {
  'cuts the connection': { count: 40, every: '20ms', fault: { kind: 'cut', after: 9 } },
  'ends too early': { count: 40, every: '20ms', fault: { kind: 'eof', after: 9 } },
  'reports an error': { count: 40, every: '20ms', fault: { kind: 'error', after: 9 } },
};

for (const [faultName, script] of Object.entries(faultsAfterText)) {
  test(`a model server that ${faultName} during the reply: the text is kept, and the reply can be retried`, async ({
    chat,
    member,
    model,
    page,
  }) => {
    await model.answerWith(script);
    await chat.open();
    await chat.send('Count for me');
    await expect(chat.retryButton).toBeVisible();
    await expect(chat.replies().last()).toContainText(failedText);
    const keptText = await chat.newestReplyText();
    expect(keptText).toContain('word8');
    const storedReply = await member.lastReply(ada);
    expect(storedReply.status).toBe('failed');
    expect(oneLine(storedReply.content)).toBe(keptText);

    await page.reload();
    await chat.expectOpen();
    expect(await chat.newestReplyText()).toBe(keptText);
    await model.answerWith({ pieces: ['One, ', 'two, ', 'three.'] });
    await chat.retryButton.click();
    await expect(chat.newestReply()).toHaveText('One, two, three.');
    await chat.expectNoRunningReply();
    await expect(chat.retryButton).toBeHidden();
    expect(await member.ownLines(ada)).toEqual(['Count for me']);
  });
}

test('a reply of a hanging model server can be stopped and keeps its text', async ({
  chat,
  member,
  model,
}) => {
  await model.answerWith({ count: 40, fault: { kind: 'hang', after: 7 } });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word6');
  await chat.expectRunningReply();
  await chat.stopButton.click();
  await model.expectLastOutcome('cancelled');
  await chat.expectNoRunningReply();
  const storedReply = await member.lastReply(ada);
  expect(storedReply.status).toBe('stopped');
  expect(await chat.newestReplyText()).toBe(oneLine(storedReply.content));
  expect(oneLine(storedReply.content)).toContain('word6');
});

test('a model server that hangs and dies: the text is kept, and a retry succeeds after its return', async ({
  chat,
  member,
  model,
}) => {
  await model.answerWith({ count: 40, fault: { kind: 'hang', after: 7 } });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word6');
  await model.kill();
  await expect(chat.retryButton).toBeVisible();
  await expect(chat.newestReply()).toContainText('word6');
  await chat.retryButton.click();
  await expect(chat.replies().last()).toContainText(failedText);
  await model.restart();
  await chat.retryButton.click();
  await expect(chat.newestReply()).toContainText('You say: Count for me');
  await chat.expectNoRunningReply();
  expect(await member.ownLines(ada)).toEqual(['Count for me']);
});

test('a server killed during a reply: the page recovers by itself and keeps the text', async ({
  chat,
  consoleGuard,
  member,
  model,
  server,
}) => {
  // While the server is away the page asks for the messages again and again.
  consoleGuard.allow(/ERR_|The messages could not be fetched/);
  await model.answerWith({ count: 2000, every: '25ms' });
  await chat.open();
  await chat.sendAndAwait('Count for me', 'word3');
  await expect.poll(async () => (await member.lastReply(ada)).content).toContain('word3');
  await server.kill();
  await expect(chat.newestReply()).toContainText('word3');
  await server.run();

  await expect(chat.tryAgainButton).toBeVisible({ timeout: 15_000 });
  const storedReply = await member.lastReply(ada);
  expect(storedReply.status).toBe('interrupted');
  expect(oneLine(storedReply.content)).toContain('word3');
  // The text on the screen stays until a reload, even if less of it was stored.
  const seenText = await chat.newestReplyText();
  expect(seenText.startsWith(oneLine(storedReply.content))).toBe(true);
  await chat.expectNoRunningReply();

  await model.answerWith({ pieces: ['Where ', 'were ', 'we?'] });
  await chat.tryAgainButton.click();
  await expect(chat.newestReply()).toHaveText('Where were we?');
  await chat.expectNoRunningReply();
  expect(await member.ownLines(ada)).toEqual(['Count for me']);
});
