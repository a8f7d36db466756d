import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import { type FakeServer, fakeServer } from '../test/fake-server';
import { greeting, line, row, sessionId } from '../test/fakes';
import { type LiveStream, liveStream } from '../test/live-stream';
import { type Chat, createChat, isSendable } from './chat';
import { shownText } from './chat-state';
import { createDraft, type Draft } from './drafts';
import type { MessagePage } from './merge';

let fake: FakeServer;
let chat: Chat;
let draft: Draft;
let close: () => void;
const notify = vi.fn();
const onLocked = vi.fn();
const onStarted = vi.fn();
const onActivity = vi.fn();

function makeChat(cached?: MessagePage) {
  draft = createDraft(sessionId);
  chat = createChat({
    sessionId,
    draft,
    cache: { read: () => cached, write: () => undefined },
    notify,
    onActivity,
    onStarted,
    onLocked,
    line: { wait: async () => undefined },
    // Words are shown as they come, without frames.
    schedule: (run) => {
      queueMicrotask(run);
      return () => undefined;
    },
  });
  close = chat.open();
}

async function openChat(over: Partial<FakeServer> = {}) {
  fake = fakeServer(over);
  makeChat();
  await vi.waitFor(() => expect(chat.store.getState().load).toBe('ready'));
}

const state = () => chat.store.getState();
const shown = () => (state().live ? shownText(state().live ?? emptyLive) : '');
const emptyLive = { key: '', text: '', replay: false, heldAt: null };
const last = () => state().messages.at(-1);
const storedTurn = (
  content: string,
  status: 'complete' | 'stopped' | 'failed' | 'interrupted' = 'complete',
) => [
  row('g', { content: greeting }),
  line('m1', { content: 'Hello', client_id: fake.sent[0]?.client_id ?? '' }),
  row('m2', { content, status, reply_to: 'm1', provider: 'demo' }),
];

/** Sends 'Hello' and answers with a stream that the test writes. */
async function startReply(): Promise<LiveStream> {
  const stream = liveStream();
  fake.sends.push(() => stream.response);
  expect(chat.send('Hello')).toBe(true);
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalled());
  return stream;
}

beforeEach(() => {
  for (const spy of [notify, onLocked, onStarted, onActivity]) spy.mockReset();
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => close());

describe('sending', () => {
  it('shows line and reply, follows the words and ends with what is stored', async () => {
    await openChat();
    const stream = await startReply();
    expect(state().messages.map(({ content }) => content)).toEqual([greeting, 'Hello', '']);
    stream.piece('Good ');
    stream.piece('day');
    await vi.waitFor(() => expect(shown()).toBe('Good day'));
    expect(state().phase).toBe('streaming');
    fake.messages = storedTurn('Good day');
    stream.end('complete', ['A?', 'B?']);
    await vi.waitFor(() => expect(last()?.provider).toBe('demo'));
    expect(state().phase).toBe('settled');
    expect(last()).toMatchObject({ id: 'm2', content: 'Good day', local: false });
    expect(fake.sent).toEqual([{ content: 'Hello', client_id: expect.stringMatching(/^user-/) }]);
    expect(notify).not.toHaveBeenCalled();
  });

  it('shows the suggestions as soon as they come', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Hi');
    stream.event('complete', { message_id: 'm2', user_message_id: 'm1', status: 'complete' });
    await vi.waitFor(() => expect(state().phase).toBe('settled'));
    stream.event('', { content: '', suggestions: ['A?'] });
    await vi.waitFor(() => expect(last()?.suggestions).toEqual(['A?']));
  });

  it('lets the next line go while suggestions of the former are awaited', async () => {
    await openChat();
    const stream = await startReply();
    stream.event('complete', { message_id: 'm2', user_message_id: 'm1', status: 'complete' });
    await vi.waitFor(() => expect(state().phase).toBe('settled'));
    fake.sends.push(() => liveStream().response);
    expect(chat.send('Next')).toBe(true);
    await vi.waitFor(() => expect(fake.readers[0]?.aborted).toBe(true));
    await vi.waitFor(() => expect(onStarted).toHaveBeenCalledTimes(2));
    expect(state().phase).toBe('waiting');
  });

  it('sends once however often it is asked', async () => {
    await openChat();
    await startReply();
    expect(chat.send('Hello')).toBe(false);
    expect(chat.send('Other')).toBe(false);
    expect(fake.sent).toHaveLength(1);
  });

  it.each(['', '  \n', 'x'.repeat(4001)])('does not send %#', async (text) => {
    await openChat();
    expect(chat.send(text)).toBe(false);
    expect(isSendable(text)).toBe(false);
  });

  it('sends 4,000 characters, whatever their length in bytes, without the spaces around', async () => {
    await openChat();
    fake.sends.push(() => liveStream().response);
    expect(chat.send(` ${'😀'.repeat(4000)}\n`)).toBe(true);
    await vi.waitFor(() => expect(fake.sent[0]?.content).toBe('😀'.repeat(4000)));
  });

  it('sends nothing before the conversation is there', () => {
    fake = fakeServer();
    makeChat();
    expect(chat.send('Hello')).toBe(false);
  });
});

describe('a refused send', () => {
  it('keeps the words and the error message', async () => {
    await openChat();
    fake.sends.push(() => new HttpResponse(null, { status: 503 }));
    chat.send('Hello');
    await vi.waitFor(() => expect(state().phase).toBe('failed'));
    expect(last()).toMatchObject({ status: 'failed', errorMessage: 'HTTP error! status: 503' });
    expect(notify).toHaveBeenCalledExactlyOnceWith('Failed to send message. Please try again.');
    expect(draft.get()).toBe('Hello');
  });

  it('does not overwrite what was written meanwhile', async () => {
    await openChat();
    fake.sends.push(() => new HttpResponse(null, { status: 503 }));
    chat.send('Hello');
    draft.set('Something else');
    await vi.waitFor(() => expect(state().phase).toBe('failed'));
    expect(draft.get()).toBe('Something else');
  });

  it('is the same attempt when it is tried again, by either way', async () => {
    await openChat();
    fake.sends.push(() => new HttpResponse(null, { status: 503 }));
    fake.sends.push(() => new HttpResponse(null, { status: 503 }));
    fake.sends.push(() => liveStream().response);
    chat.send('Hello');
    await vi.waitFor(() => expect(state().phase).toBe('failed'));
    chat.retry();
    expect(draft.get()).toBe('');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2));
    expect(chat.send('Hello')).toBe(true);
    await vi.waitFor(() => expect(fake.sent).toHaveLength(3));
    expect(new Set(fake.sent.map(({ client_id }) => client_id)).size).toBe(1);
    expect(state().messages).toHaveLength(3);
  });

  it('is another attempt with other words', async () => {
    await openChat();
    fake.sends.push(() => new HttpResponse(null, { status: 503 }));
    fake.sends.push(() => liveStream().response);
    chat.send('Hello');
    await vi.waitFor(() => expect(state().phase).toBe('failed'));
    chat.send('Good day');
    await vi.waitFor(() => expect(fake.sent).toHaveLength(2));
    expect(fake.sent[0]?.client_id).not.toBe(fake.sent[1]?.client_id);
    expect(state().messages.map(({ content }) => content)).toEqual([greeting, 'Good day', '']);
  });

  it('says how long to wait', async () => {
    await openChat();
    fake.sends.push(() =>
      HttpResponse.json(
        { message: 'Slow down.', code: 'rate_limited' },
        { status: 429, headers: { 'Retry-After': '12' } },
      ),
    );
    chat.send('Hello');
    await vi.waitFor(() =>
      expect(notify).toHaveBeenCalledWith(expect.stringContaining('Please wait 12 seconds')),
    );
    expect(draft.get()).toBe('Hello');
  });

  it('looks at the lock again when the character is locked', async () => {
    await openChat();
    fake.sends.push(() => refusal(403, 'This character is locked.', 'character_locked'));
    chat.send('Hello');
    await vi.waitFor(() => expect(onLocked).toHaveBeenCalled());
    expect(state().messages).toHaveLength(1);
    expect(notify).toHaveBeenCalledWith('This character is locked.');
    expect(draft.get()).toBe('Hello');
  });

  it('shows the running reply of another tab instead', async () => {
    await openChat();
    const running = liveStream();
    fake.attaches.push(() => running.response);
    fake.sends.push(() => refusal(409, 'A reply is still being written.', 'reply_running'));
    fake.messages = [line('o1'), row('o2', { status: 'generating', reply_to: 'o1', content: '' })];
    chat.send('Hello');
    await vi.waitFor(() => expect(state().live?.key).toBe('o2'));
    running.piece('Other');
    await vi.waitFor(() => expect(shown()).toBe('Other'));
    expect(draft.get()).toBe('Hello');
    expect(notify).toHaveBeenCalledWith('A reply is still being written.');
  });

  it('repeats a call that the network lost, under the same client id', async () => {
    await openChat();
    fake.sends.push(() => HttpResponse.error());
    const stream = liveStream();
    fake.sends.push(() => stream.response);
    chat.send('Hello');
    await vi.waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(fake.sent[0]).toEqual(fake.sent[1]);
    expect(notify).not.toHaveBeenCalled();
  });
});

describe('a broken line', () => {
  it('goes on without losing or repeating a word', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Good ');
    stream.piece('d');
    await vi.waitFor(() => expect(shown()).toBe('Good d'));
    const again = liveStream(2);
    fake.attaches.push(() => again.response);
    stream.snap();
    await vi.waitFor(() => expect(fake.attached).toEqual(['?after=2']));
    again.piece('ay');
    await vi.waitFor(() => expect(shown()).toBe('Good day'));
    again.end();
    await vi.waitFor(() => expect(state().phase).toBe('settled'));
    expect(fake.sent).toHaveLength(1);
  });

  it('learns from the stored messages how a reply ended that runs no more', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    await vi.waitFor(() => expect(shown()).toBe('Half'));
    fake.messages = storedTurn('Half of it', 'interrupted');
    stream.snap();
    await vi.waitFor(() => expect(state().phase).toBe('failed'));
    expect(last()).toMatchObject({ content: 'Half of it', status: 'interrupted', id: 'm2' });
  });

  it('keeps what had arrived when nothing can be found again', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    await vi.waitFor(() => expect(shown()).toBe('Half'));
    fake.attaches = Array.from({ length: 20 }, () => () => HttpResponse.error());
    stream.snap();
    await vi.waitFor(() => expect(last()?.status).toBe('interrupted'));
    expect(last()?.content).toBe('Half');
  });
});

describe('a reply that fails', () => {
  it('says so when nothing had arrived', async () => {
    await openChat();
    const stream = await startReply();
    fake.messages = storedTurn('', 'failed');
    stream.event('error', { message: 'm', code: 'model_failed' });
    stream.end('failed');
    await vi.waitFor(() => expect(state().phase).toBe('failed'));
    expect(notify).toHaveBeenCalledExactlyOnceWith('Failed to send message. Please try again.');
    expect(draft.get()).toBe('');
  });

  it('keeps its text and can be written anew without sending again', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    fake.messages = storedTurn('Half', 'failed');
    stream.end('failed');
    await vi.waitFor(() => expect(last()?.provider).toBe('demo'));
    expect(notify).not.toHaveBeenCalled();
    const again = liveStream();
    fake.regenerates.push(() => again.response);
    chat.retry();
    expect(last()?.content).toBe('');
    again.piece('Whole');
    await vi.waitFor(() => expect(shown()).toBe('Whole'));
    expect(fake.sent).toHaveLength(1);
    expect(state().messages).toHaveLength(3);
  });

  it('has its text back when the new try is refused', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    fake.messages = storedTurn('Half', 'interrupted');
    stream.end('interrupted');
    await vi.waitFor(() => expect(last()?.provider).toBe('demo'));
    fake.regenerates.push(() => new HttpResponse(null, { status: 500 }));
    chat.retry();
    await vi.waitFor(() => expect(notify).toHaveBeenCalled());
    expect(last()).toMatchObject({ content: 'Half', status: 'interrupted' });
  });
});

describe('stopping', () => {
  it('tells how many characters were seen, and keeps them', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Good 😀');
    await vi.waitFor(() => expect(shown()).toBe('Good 😀'));
    fake.messages = storedTurn('Good 😀', 'stopped');
    fake.stops.push(() => HttpResponse.json(fake.messages[2]));
    chat.stop();
    chat.stop();
    stream.piece(' unseen');
    await vi.waitFor(() => expect(last()?.status).toBe('stopped'));
    expect(fake.seen).toEqual([6]);
    expect(last()).toMatchObject({ id: 'm2', content: 'Good 😀' });
  });

  it('waits until the server has taken the line', async () => {
    await openChat();
    let letThrough: (stream: Response) => void = () => undefined;
    fake.sends.push(() => new Promise<Response>((resolve) => (letThrough = resolve)));
    chat.send('Hello');
    chat.stop();
    await vi.waitFor(() => expect(fake.sent).toHaveLength(1));
    expect(fake.seen).toEqual([]);
    fake.messages = storedTurn('', 'stopped');
    fake.stops.push(() => HttpResponse.json(fake.messages[2]));
    letThrough(liveStream().response);
    await vi.waitFor(() => expect(last()?.status).toBe('stopped'));
    expect(fake.seen).toEqual([0]);
  });

  it('goes on and says so when it fails', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Good');
    await vi.waitFor(() => expect(shown()).toBe('Good'));
    fake.stops.push(() => new HttpResponse(null, { status: 500 }));
    chat.stop();
    stream.piece(' day');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledWith('The reply could not be stopped.'));
    await vi.waitFor(() => expect(shown()).toBe('Good day'));
  });
});

describe('opening', () => {
  it('attaches to a reply that runs already, and replays it', async () => {
    const running = liveStream();
    fake = fakeServer({
      messages: [line('m1'), row('m2', { status: 'generating', reply_to: 'm1', content: 'Goo' })],
      attaches: [() => running.response],
    });
    makeChat();
    await vi.waitFor(() => expect(fake.attached).toEqual(['?after=0']));
    expect(shown()).toBe('Goo');
    running.piece('Good ');
    running.piece('day');
    await vi.waitFor(() => expect(shown()).toBe('Good day'));
  });

  it('says that it cannot be read, and can be asked again', async () => {
    fake = fakeServer();
    server.use(http.get(`*/api/messages/${sessionId}`, () => refusal(500, 'x'), { once: true }));
    makeChat();
    await vi.waitFor(() => expect(state().load).toBe('failed'));
    await chat.refresh();
    expect(state().load).toBe('ready');
  });

  it('shows what it knew before while it asks', () => {
    fake = fakeServer();
    makeChat({ messages: [row('old')], hasMore: true });
    expect(state()).toMatchObject({ load: 'ready', hasMore: true });
    expect(last()?.id).toBe('old');
  });

  it('closes the reader, not the reply', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    await vi.waitFor(() => expect(shown()).toBe('Half'));
    close();
    await vi.waitFor(() => expect(fake.readers[0]?.aborted).toBe(true));
    expect(last()).toMatchObject({ content: 'Half', status: 'generating' });
    expect(fake.seen).toEqual([]);
    expect(notify).not.toHaveBeenCalled();
  });

  it('lets a line that is still on its way arrive before it leaves', async () => {
    await openChat();
    const stream = liveStream();
    let letThrough: (stream: Response) => void = () => undefined;
    fake.sends.push(() => new Promise<Response>((resolve) => (letThrough = resolve)));
    chat.send('Hello');
    close();
    await vi.waitFor(() => expect(fake.sent).toHaveLength(1));
    letThrough(stream.response);
    await vi.waitFor(() => expect(onStarted).toHaveBeenCalled());
    await vi.waitFor(() => expect(fake.readers[0]?.aborted).toBe(true));
  });
});

describe('earlier messages', () => {
  it('come before the others, once', async () => {
    await openChat({ hasMore: true });
    fake.messages = [row('e1'), row('e2')];
    fake.hasMore = false;
    await Promise.all([chat.loadEarlier(), chat.loadEarlier()]);
    expect(state().messages.map(({ id }) => id)).toEqual(['e1', 'e2', 'g']);
    expect(state().hasMore).toBe(false);
    expect(fake.reads).toBe(2);
  });
});
