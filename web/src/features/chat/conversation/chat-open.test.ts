import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import {
  createTestChat,
  current,
  eventually,
  lastMessage,
  openChat,
  setUpChat,
  shownReply,
  spies,
  startReply,
  state,
} from '../test/chat-harness';
import { fakeServer } from '../test/fake-server';
import { replyRow, sessionId, userRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('opening', () => {
  it('attaches to a running reply and replays it', async () => {
    const running = liveStream();
    current.fake = fakeServer({
      messages: [
        userRow('m1'),
        replyRow('m2', { status: 'generating', reply_to: 'm1', content: 'Goo' }),
      ],
      attaches: [() => running.response],
    });
    createTestChat();
    await eventually(() => expect(current.fake.attached).toEqual(['?reply=m2&after=0']));
    expect(shownReply()).toBe('Goo');
    running.piece('Good ');
    running.piece('day');
    await eventually(() => expect(shownReply()).toBe('Good day'));
  });

  it('reports a failed request, and succeeds on a retry', async () => {
    current.fake = fakeServer();
    server.use(http.get(`*/api/messages/${sessionId}`, () => refusal(500, 'x'), { once: true }));
    createTestChat();
    await eventually(() => expect(state().load).toBe('failed'));
    await current.chat.refresh();
    expect(state().load).toBe('ready');
  });

  it('shows the cached page while it fetches', () => {
    current.fake = fakeServer();
    createTestChat({ messages: [replyRow('old')], hasMore: true });
    expect(state()).toMatchObject({ load: 'ready', hasMore: true });
    expect(lastMessage()?.id).toBe('old');
  });

  it('stops reading when it closes, without stopping the reply', async () => {
    await openChat();
    await startReply('Half');
    current.close();
    await eventually(() => expect(current.fake.readers[0]?.aborted).toBe(true));
    expect(lastMessage()).toMatchObject({ content: 'Half', status: 'generating' });
    expect(current.fake.seen).toEqual([]);
    expect(spies.notify).not.toHaveBeenCalled();
  });

  it('waits until a message in flight is accepted before it aborts', async () => {
    await openChat();
    const stream = liveStream();
    let letThrough: (stream: Response) => void = () => undefined;
    current.fake.sends.push(() => new Promise<Response>((resolve) => (letThrough = resolve)));
    current.chat.send('Hello');
    current.close();
    await eventually(() => expect(current.fake.sent).toHaveLength(1));
    letThrough(stream.response);
    await eventually(() => expect(spies.onStarted).toHaveBeenCalled());
    await eventually(() => expect(current.fake.readers[0]?.aborted).toBe(true));
  });
});

describe('earlier messages', () => {
  // rule chat-history-page
  it('are prepended once', async () => {
    await openChat({ hasMore: true });
    current.fake.messages = [replyRow('e1'), replyRow('e2')];
    current.fake.hasMore = false;
    await Promise.all([current.chat.loadEarlier(), current.chat.loadEarlier()]);
    expect(state().messages.map(({ id }) => id)).toEqual(['e1', 'e2', 'g']);
    expect(state().hasMore).toBe(false);
    expect(current.fake.reads).toBe(2);
  });
});
