import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import {
  last,
  makeChat,
  on,
  openChat,
  setUpChat,
  shown,
  spies,
  startReply,
  state,
  until,
} from '../test/chat-harness';
import { fakeServer } from '../test/fake-server';
import { line, row, sessionId } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('opening', () => {
  it('attaches to a reply that runs already, and replays it', async () => {
    const running = liveStream();
    on.fake = fakeServer({
      messages: [line('m1'), row('m2', { status: 'generating', reply_to: 'm1', content: 'Goo' })],
      attaches: [() => running.response],
    });
    makeChat();
    await until(() => expect(on.fake.attached).toEqual(['?reply=m2&after=0']));
    expect(shown()).toBe('Goo');
    running.piece('Good ');
    running.piece('day');
    await until(() => expect(shown()).toBe('Good day'));
  });

  it('says that it cannot be read, and can be asked again', async () => {
    on.fake = fakeServer();
    server.use(http.get(`*/api/messages/${sessionId}`, () => refusal(500, 'x'), { once: true }));
    makeChat();
    await until(() => expect(state().load).toBe('failed'));
    await on.chat.refresh();
    expect(state().load).toBe('ready');
  });

  it('shows what it knew before while it asks', () => {
    on.fake = fakeServer();
    makeChat({ messages: [row('old')], hasMore: true });
    expect(state()).toMatchObject({ load: 'ready', hasMore: true });
    expect(last()?.id).toBe('old');
  });

  it('closes the reader, not the reply', async () => {
    await openChat();
    await startReply('Half');
    on.close();
    await until(() => expect(on.fake.readers[0]?.aborted).toBe(true));
    expect(last()).toMatchObject({ content: 'Half', status: 'generating' });
    expect(on.fake.seen).toEqual([]);
    expect(spies.notify).not.toHaveBeenCalled();
  });

  it('lets a line that is still on its way arrive before it leaves', async () => {
    await openChat();
    const stream = liveStream();
    let letThrough: (stream: Response) => void = () => undefined;
    on.fake.sends.push(() => new Promise<Response>((resolve) => (letThrough = resolve)));
    on.chat.send('Hello');
    on.close();
    await until(() => expect(on.fake.sent).toHaveLength(1));
    letThrough(stream.response);
    await until(() => expect(spies.onStarted).toHaveBeenCalled());
    await until(() => expect(on.fake.readers[0]?.aborted).toBe(true));
  });
});

describe('earlier messages', () => {
  // rule chat-history-page
  it('come before the others, once', async () => {
    await openChat({ hasMore: true });
    on.fake.messages = [row('e1'), row('e2')];
    on.fake.hasMore = false;
    await Promise.all([on.chat.loadEarlier(), on.chat.loadEarlier()]);
    expect(state().messages.map(({ id }) => id)).toEqual(['e1', 'e2', 'g']);
    expect(state().hasMore).toBe(false);
    expect(on.fake.reads).toBe(2);
  });
});
