import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '#/shared/test/server';
import {
  current,
  eventually,
  lastMessage,
  openChat,
  setUpChat,
  shownReply,
  spies,
  startReply,
  state,
  storedTurn,
} from '../test/chat-harness';
import { replyRow, sessionId, userRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('a lost connection', () => {
  it('resumes without losing or repeating a word', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Good ');
    stream.piece('d');
    await eventually(() => expect(shownReply()).toBe('Good d'));
    const again = liveStream(2);
    current.fake.sends.push(() => again.response);
    stream.abort();
    // The reply's id is unknown here: repeating the send attaches to the same reply.
    await eventually(() => expect(current.fake.sentTo).toEqual(['?after=0', '?after=2']));
    again.piece('ay');
    await eventually(() => expect(shownReply()).toBe('Good day'));
    again.end();
    await eventually(() => expect(state().phase).toBe('settled'));
    expect(new Set(current.fake.sent.map(({ client_id }) => client_id)).size).toBe(1);
  });

  it('resumes by the id of the reply once it is known, whatever else runs', async () => {
    await openChat();
    const stream = await startReply('Good ');
    current.fake.messages = storedTurn('', 'generating');
    await current.chat.refresh();
    const again = liveStream(1);
    current.fake.attaches.push(() => again.response);
    stream.abort();
    await eventually(() => expect(current.fake.attached).toEqual(['?reply=m2&after=1']));
    expect(current.fake.sent).toHaveLength(1);
  });

  it('of a retry resumes by the id from the stored messages', async () => {
    await openChat({
      messages: [userRow('m1'), replyRow('m2', { status: 'failed', reply_to: 'm1' })],
    });
    const stream = liveStream();
    current.fake.regenerates.push(() => stream.response);
    current.chat.retry();
    await eventually(() => expect(spies.onStarted).toHaveBeenCalled());
    stream.piece('New ');
    await eventually(() => expect(shownReply()).toBe('New '));
    current.fake.messages = [
      userRow('m1'),
      replyRow('m3', { status: 'generating', content: '', reply_to: 'm1' }),
    ];
    const again = liveStream(1);
    current.fake.attaches.push(() => again.response);
    stream.abort();
    await eventually(() => expect(current.fake.attached).toEqual(['?reply=m3&after=1']));
    again.piece('words');
    await eventually(() => expect(shownReply()).toBe('New words'));
  });

  it('is in the state while it lasts', async () => {
    await openChat();
    const stream = await startReply('Half');
    server.use(http.get(`*/api/messages/${sessionId}`, () => HttpResponse.error()));
    let mend: (response: Response) => void = () => undefined;
    current.fake.sends.push(() => HttpResponse.error());
    current.fake.sends.push(() => new Promise<Response>((resolve) => (mend = resolve)));
    stream.abort();
    await eventually(() => expect(state().downSince).not.toBeNull());
    await eventually(() => expect(current.fake.sent).toHaveLength(3));
    mend(liveStream(1).response);
    await eventually(() => expect(state().downSince).toBeNull());
    expect(state().phase).toBe('streaming');
  });

  it('attaches again when the stored text is longer than a silent stream', async () => {
    await openChat();
    await startReply('Good ');
    const again = liveStream();
    current.fake.attaches.push(() => again.response);
    current.fake.messages = storedTurn('Good day to you', 'generating');
    await current.chat.refresh();
    await eventually(() => expect(current.fake.attached).toEqual(['?reply=m2&after=0']));
    expect(shownReply()).toBe('Good day to you');
    again.piece('Good day to you, sir');
    await eventually(() => expect(shownReply()).toBe('Good day to you, sir'));
  });

  it('reads from the stored messages how a reply ended that no longer runs', async () => {
    await openChat();
    const stream = await startReply('Half');
    current.fake.messages = storedTurn('Half of it', 'interrupted');
    current.fake.sends.push(() => new HttpResponse(null, { status: 204 }));
    stream.abort();
    await eventually(() => expect(state().phase).toBe('failed'));
    expect(lastMessage()).toMatchObject({ content: 'Half of it', status: 'interrupted', id: 'm2' });
  });

  it('keeps the text that arrived when reconnecting fails', async () => {
    await openChat();
    const stream = await startReply('Half');
    current.fake.sends = Array.from({ length: 20 }, () => () => HttpResponse.error());
    stream.abort();
    await eventually(() => expect(lastMessage()?.status).toBe('interrupted'));
    expect(lastMessage()?.content).toBe('Half');
  });
});

describe('a reply that fails', () => {
  it('shows the error when no text had arrived', async () => {
    await openChat();
    const stream = await startReply();
    current.fake.messages = storedTurn('', 'failed');
    stream.event('error', { message: 'm', code: 'model_failed' });
    stream.end('failed');
    await eventually(() => expect(state().phase).toBe('failed'));
    expect(spies.notify).toHaveBeenCalledExactlyOnceWith(
      'Failed to send message. Please try again.',
    );
    expect(current.draft.get()).toBe('');
  });

  it('keeps its text and is generated again without sending again', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    current.fake.messages = storedTurn('Half', 'failed');
    stream.end('failed');
    await eventually(() => expect(lastMessage()?.provider).toBe('demo'));
    expect(spies.notify).not.toHaveBeenCalled();
    const again = liveStream();
    current.fake.regenerates.push(() => again.response);
    current.chat.retry();
    expect(lastMessage()?.content).toBe('');
    again.piece('Whole');
    await eventually(() => expect(shownReply()).toBe('Whole'));
    expect(current.fake.sent).toHaveLength(1);
    expect(state().messages).toHaveLength(3);
    // By the id of the reply the server recognises a repeated press.
    expect(current.fake.regenerated).toEqual([{ message_id: 'm2' }]);
  });

  it('has its text back when the retry is refused', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    current.fake.messages = storedTurn('Half', 'interrupted');
    stream.end('interrupted');
    await eventually(() => expect(lastMessage()?.provider).toBe('demo'));
    current.fake.regenerates.push(() => new HttpResponse(null, { status: 500 }));
    current.chat.retry();
    await eventually(() => expect(spies.onError).toHaveBeenCalledWith('HTTP error! status: 500'));
    expect(lastMessage()).toMatchObject({ content: 'Half', status: 'interrupted' });
    expect(state().refusal?.smallPrint).toBe(true);
  });
});

describe('stopping', () => {
  it('sends the number of characters seen, and keeps them', async () => {
    await openChat();
    const stream = await startReply('Good 😀');
    current.fake.messages = storedTurn('Good 😀', 'stopped');
    current.fake.stops.push(() => HttpResponse.json(current.fake.messages[2]));
    current.chat.stop();
    current.chat.stop();
    stream.piece(' unseen');
    await eventually(() => expect(lastMessage()?.status).toBe('stopped'));
    expect(current.fake.seen).toEqual([6]);
    expect(lastMessage()).toMatchObject({ id: 'm2', content: 'Good 😀' });
  });

  it('waits until the server has accepted the message', async () => {
    await openChat();
    let letThrough: (stream: Response) => void = () => undefined;
    current.fake.sends.push(() => new Promise<Response>((resolve) => (letThrough = resolve)));
    current.chat.send('Hello');
    current.chat.stop();
    await eventually(() => expect(current.fake.sent).toHaveLength(1));
    expect(current.fake.seen).toEqual([]);
    current.fake.messages = storedTurn('', 'stopped');
    current.fake.stops.push(() => HttpResponse.json(current.fake.messages[2]));
    letThrough(liveStream().response);
    await eventually(() => expect(lastMessage()?.status).toBe('stopped'));
    expect(current.fake.seen).toEqual([0]);
  });

  it('continues the reply and shows an error when the request fails', async () => {
    await openChat();
    const stream = await startReply('Good');
    current.fake.stops.push(() => new HttpResponse(null, { status: 500 }));
    current.chat.stop();
    stream.piece(' day');
    await eventually(() =>
      expect(spies.notify).toHaveBeenCalledWith('The reply could not be stopped.'),
    );
    await eventually(() => expect(shownReply()).toBe('Good day'));
  });
});
