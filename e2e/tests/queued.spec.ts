import { ChatScreen } from '../pages/chat-screen.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true, withModel: false });

// rule replies-queued
test('while the only slot is taken the chat says how long the reply waits; reload and Stop work', async ({
  chat,
  model,
  page,
  server,
}) => {
  await server.restart({
    COLLOQUY_LLM_SERVERS: `${model.url}/v1 slots=1`,
    COLLOQUY_LLM_FIRST_PIECE: '60s',
  });
  await model.answerWith({ pieces: ['I ', 'think.'], fault: { kind: 'hang', after: 1 } });
  const otherChat = new ChatScreen(await page.context().newPage());
  await otherChat.open('isaac-newton');
  await otherChat.sendAndAwait('Good day', 'I');

  await chat.open();
  await chat.send('May I?');
  const waitingText = page.getByText(/^Many people are talking right now\. About 10 seconds\.$/);
  await expect(waitingText).toBeVisible();
  await expect(waitingText).toHaveAttribute('role', 'status');
  await expectAccessible(page);
  await page.reload();
  await chat.expectOpen();
  await expect(waitingText).toBeVisible();
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  await expect(waitingText).toHaveCount(0);

  await chat.send('And now?');
  await expect(waitingText).toBeVisible();
  await model.answerWith({ pieces: ['Now ', 'you.'] });
  await otherChat.stopButton.click();
  await expect(chat.newestReply()).toHaveText('Now you.');
  await expect(waitingText).toHaveCount(0);
});
