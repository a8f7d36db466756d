import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import {
  chatCallbackSpies,
  createTestChat,
  lastMessage,
  openChat,
  setUpChat,
  shownReply,
  startReply,
  state,
  testChat,
  waitForCheck,
} from '../test/chat-harness';
import { fakeServer } from '../test/fake-server';
import { replyRow, sessionId, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('opening', () => {
  it('attaches to a running reply and replays it', async () => {
    const runningStream = liveStream();
    testChat.server = fakeServer({
      messages: [
        userMessageRow('m1'),
        replyRow('m2', { status: 'generating', reply_to: 'm1', content: 'Goo' }),
      ],
      attachRequestAnswers: [() => runningStream.response],
    });
    createTestChat();
    await waitForCheck(() =>
      expect(testChat.server.attachRequestQueries).toEqual(['?reply=m2&after=0']),
    );
    expect(shownReply()).toBe('Goo');
    runningStream.writePiece('Good ');
    runningStream.writePiece('day');
    await waitForCheck(() => expect(shownReply()).toBe('Good day'));
  });

  it('reports a failed request, and succeeds on a retry', async () => {
    testChat.server = fakeServer();
    server.use(http.get(`*/api/messages/${sessionId}`, () => refusal(500, 'x'), { once: true }));
    createTestChat();
    await waitForCheck(() => expect(state().loadState).toBe('failed'));
    await testChat.chat.refresh();
    expect(state().loadState).toBe('ready');
  });

  it('shows the cached page while it fetches', () => {
    testChat.server = fakeServer();
    createTestChat({ messages: [replyRow('old')], hasMore: true });
    expect(state()).toMatchObject({ loadState: 'ready', hasMore: true });
    expect(lastMessage()?.id).toBe('old');
  });

  it('stops reading when it closes, without stopping the reply', async () => {
    await openChat();
    await startReply('Half');
    testChat.close();
    await waitForCheck(() => expect(testChat.server.streamSignals[0]?.aborted).toBe(true));
    expect(lastMessage()).toMatchObject({ content: 'Half', status: 'generating' });
    expect(testChat.server.seenLengthsOfStops).toEqual([]);
    expect(chatCallbackSpies.notify).not.toHaveBeenCalled();
  });

  it('waits until a message in flight is accepted before it aborts', async () => {
    await openChat();
    const stream = liveStream();
    let letThrough: (stream: Response) => void = () => undefined;
    testChat.server.sendRequestAnswers.push(
      () => new Promise<Response>((resolve) => (letThrough = resolve)),
    );
    testChat.chat.send('Hello');
    testChat.close();
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(1));
    letThrough(stream.response);
    await waitForCheck(() => expect(chatCallbackSpies.onStarted).toHaveBeenCalled());
    await waitForCheck(() => expect(testChat.server.streamSignals[0]?.aborted).toBe(true));
  });
});

describe('earlier messages', () => {
  // rule chat-history-page
  it('are prepended once', async () => {
    await openChat({ hasMore: true });
    testChat.server.messages = [replyRow('e1'), replyRow('e2')];
    testChat.server.hasMore = false;
    await Promise.all([testChat.chat.loadEarlier(), testChat.chat.loadEarlier()]);
    expect(state().messages.map(({ id }) => id)).toEqual(['e1', 'e2', 'g']);
    expect(state().hasMore).toBe(false);
    expect(testChat.server.newestPageReadCount).toBe(2);
  });
});
