import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '#/shared/test/server';
import {
  last,
  on,
  openChat,
  setUpChat,
  shown,
  spies,
  startReply,
  state,
  storedTurn,
  until,
} from '../test/chat-harness';
import { line, row, sessionId } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('a broken line', () => {
  it('goes on without losing or repeating a word', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Good ');
    stream.piece('d');
    await until(() => expect(shown()).toBe('Good d'));
    const again = liveStream(2);
    on.fake.sends.push(() => again.response);
    stream.snap();
    // Its id is unknown here: the same call leads to the same reply.
    await until(() => expect(on.fake.sentTo).toEqual(['?after=0', '?after=2']));
    again.piece('ay');
    await until(() => expect(shown()).toBe('Good day'));
    again.end();
    await until(() => expect(state().phase).toBe('settled'));
    expect(new Set(on.fake.sent.map(({ client_id }) => client_id)).size).toBe(1);
  });

  it('is mended by the name of the reply once it is known, whatever else runs', async () => {
    await openChat();
    const stream = await startReply('Good ');
    on.fake.messages = storedTurn('', 'generating');
    await on.chat.refresh();
    const again = liveStream(1);
    on.fake.attaches.push(() => again.response);
    stream.snap();
    await until(() => expect(on.fake.attached).toEqual(['?reply=m2&after=1']));
    expect(on.fake.sent).toHaveLength(1);
  });

  it('of a new try is mended by the name that the stored messages tell', async () => {
    await openChat({ messages: [line('m1'), row('m2', { status: 'failed', reply_to: 'm1' })] });
    const stream = liveStream();
    on.fake.regenerates.push(() => stream.response);
    on.chat.retry();
    await until(() => expect(spies.onStarted).toHaveBeenCalled());
    stream.piece('New ');
    await until(() => expect(shown()).toBe('New '));
    on.fake.messages = [
      line('m1'),
      row('m3', { status: 'generating', content: '', reply_to: 'm1' }),
    ];
    const again = liveStream(1);
    on.fake.attaches.push(() => again.response);
    stream.snap();
    await until(() => expect(on.fake.attached).toEqual(['?reply=m3&after=1']));
    again.piece('words');
    await until(() => expect(shown()).toBe('New words'));
  });

  it('is told while it lasts', async () => {
    await openChat();
    const stream = await startReply('Half');
    server.use(http.get(`*/api/messages/${sessionId}`, () => HttpResponse.error()));
    let mend: (response: Response) => void = () => undefined;
    on.fake.sends.push(() => HttpResponse.error());
    on.fake.sends.push(() => new Promise<Response>((resolve) => (mend = resolve)));
    stream.snap();
    await until(() => expect(state().downSince).not.toBeNull());
    await until(() => expect(on.fake.sent).toHaveLength(3));
    mend(liveStream(1).response);
    await until(() => expect(state().downSince).toBeNull());
    expect(state().phase).toBe('streaming');
  });

  it('attaches once more when the stored text has run ahead of a silent stream', async () => {
    await openChat();
    await startReply('Good ');
    const again = liveStream();
    on.fake.attaches.push(() => again.response);
    on.fake.messages = storedTurn('Good day to you', 'generating');
    await on.chat.refresh();
    await until(() => expect(on.fake.attached).toEqual(['?reply=m2&after=0']));
    expect(shown()).toBe('Good day to you');
    again.piece('Good day to you, sir');
    await until(() => expect(shown()).toBe('Good day to you, sir'));
  });

  it('learns from the stored messages how a reply ended that runs no more', async () => {
    await openChat();
    const stream = await startReply('Half');
    on.fake.messages = storedTurn('Half of it', 'interrupted');
    on.fake.sends.push(() => new HttpResponse(null, { status: 204 }));
    stream.snap();
    await until(() => expect(state().phase).toBe('failed'));
    expect(last()).toMatchObject({ content: 'Half of it', status: 'interrupted', id: 'm2' });
  });

  it('keeps what had arrived when nothing can be found again', async () => {
    await openChat();
    const stream = await startReply('Half');
    on.fake.sends = Array.from({ length: 20 }, () => () => HttpResponse.error());
    stream.snap();
    await until(() => expect(last()?.status).toBe('interrupted'));
    expect(last()?.content).toBe('Half');
  });
});

describe('a reply that fails', () => {
  it('says so when nothing had arrived', async () => {
    await openChat();
    const stream = await startReply();
    on.fake.messages = storedTurn('', 'failed');
    stream.event('error', { message: 'm', code: 'model_failed' });
    stream.end('failed');
    await until(() => expect(state().phase).toBe('failed'));
    expect(spies.notify).toHaveBeenCalledExactlyOnceWith(
      'Failed to send message. Please try again.',
    );
    expect(on.draft.get()).toBe('');
  });

  it('keeps its text and can be written anew without sending again', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    on.fake.messages = storedTurn('Half', 'failed');
    stream.end('failed');
    await until(() => expect(last()?.provider).toBe('demo'));
    expect(spies.notify).not.toHaveBeenCalled();
    const again = liveStream();
    on.fake.regenerates.push(() => again.response);
    on.chat.retry();
    expect(last()?.content).toBe('');
    again.piece('Whole');
    await until(() => expect(shown()).toBe('Whole'));
    expect(on.fake.sent).toHaveLength(1);
    expect(state().messages).toHaveLength(3);
  });

  it('has its text back when the new try is refused', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    on.fake.messages = storedTurn('Half', 'interrupted');
    stream.end('interrupted');
    await until(() => expect(last()?.provider).toBe('demo'));
    on.fake.regenerates.push(() => new HttpResponse(null, { status: 500 }));
    on.chat.retry();
    await until(() => expect(spies.onError).toHaveBeenCalledWith('HTTP error! status: 500'));
    expect(last()).toMatchObject({ content: 'Half', status: 'interrupted' });
    expect(state().refusal?.smallPrint).toBe(true);
  });
});

describe('stopping', () => {
  it('tells how many characters were seen, and keeps them', async () => {
    await openChat();
    const stream = await startReply('Good 😀');
    on.fake.messages = storedTurn('Good 😀', 'stopped');
    on.fake.stops.push(() => HttpResponse.json(on.fake.messages[2]));
    on.chat.stop();
    on.chat.stop();
    stream.piece(' unseen');
    await until(() => expect(last()?.status).toBe('stopped'));
    expect(on.fake.seen).toEqual([6]);
    expect(last()).toMatchObject({ id: 'm2', content: 'Good 😀' });
  });

  it('waits until the server has taken the line', async () => {
    await openChat();
    let letThrough: (stream: Response) => void = () => undefined;
    on.fake.sends.push(() => new Promise<Response>((resolve) => (letThrough = resolve)));
    on.chat.send('Hello');
    on.chat.stop();
    await until(() => expect(on.fake.sent).toHaveLength(1));
    expect(on.fake.seen).toEqual([]);
    on.fake.messages = storedTurn('', 'stopped');
    on.fake.stops.push(() => HttpResponse.json(on.fake.messages[2]));
    letThrough(liveStream().response);
    await until(() => expect(last()?.status).toBe('stopped'));
    expect(on.fake.seen).toEqual([0]);
  });

  it('goes on and says so when it fails', async () => {
    await openChat();
    const stream = await startReply('Good');
    on.fake.stops.push(() => new HttpResponse(null, { status: 500 }));
    on.chat.stop();
    stream.piece(' day');
    await until(() => expect(spies.notify).toHaveBeenCalledWith('The reply could not be stopped.'));
    await until(() => expect(shown()).toBe('Good day'));
  });
});
