import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
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
    on.fake.attaches.push(() => again.response);
    stream.snap();
    await until(() => expect(on.fake.attached).toEqual(['?after=2']));
    again.piece('ay');
    await until(() => expect(shown()).toBe('Good day'));
    again.end();
    await until(() => expect(state().phase).toBe('settled'));
    expect(on.fake.sent).toHaveLength(1);
  });

  it('learns from the stored messages how a reply ended that runs no more', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    await until(() => expect(shown()).toBe('Half'));
    on.fake.messages = storedTurn('Half of it', 'interrupted');
    stream.snap();
    await until(() => expect(state().phase).toBe('failed'));
    expect(last()).toMatchObject({ content: 'Half of it', status: 'interrupted', id: 'm2' });
  });

  it('keeps what had arrived when nothing can be found again', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Half');
    await until(() => expect(shown()).toBe('Half'));
    on.fake.attaches = Array.from({ length: 20 }, () => () => HttpResponse.error());
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
    await until(() => expect(spies.notify).toHaveBeenCalled());
    expect(last()).toMatchObject({ content: 'Half', status: 'interrupted' });
  });
});

describe('stopping', () => {
  it('tells how many characters were seen, and keeps them', async () => {
    await openChat();
    const stream = await startReply();
    stream.piece('Good 😀');
    await until(() => expect(shown()).toBe('Good 😀'));
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
    const stream = await startReply();
    stream.piece('Good');
    await until(() => expect(shown()).toBe('Good'));
    on.fake.stops.push(() => new HttpResponse(null, { status: 500 }));
    on.chat.stop();
    stream.piece(' day');
    await until(() => expect(spies.notify).toHaveBeenCalledWith('The reply could not be stopped.'));
    await until(() => expect(shown()).toBe('Good day'));
  });
});
