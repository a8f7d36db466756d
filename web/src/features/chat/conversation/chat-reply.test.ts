import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '#/shared/test/server';
import {
  chatCallbackSpies,
  lastMessage,
  openChat,
  setUpChat,
  shownReply,
  startReply,
  state,
  storedTurn,
  testChat,
  waitForCheck,
} from '../test/chat-harness';
import { replyRow, sessionId, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('a lost connection', () => {
  it('resumes without losing or repeating a word', async () => {
    await openChat();
    const stream = await startReply();
    stream.writePiece('Good ');
    stream.writePiece('d');
    await waitForCheck(() => expect(shownReply()).toBe('Good d'));
    const secondStream = liveStream(2);
    testChat.server.sendRequestAnswers.push(() => secondStream.response);
    stream.abort();
    // The client does not know the reply's id yet, so it reconnects by repeating the send.
    await waitForCheck(() =>
      expect(testChat.server.sendRequestQueries).toEqual(['?after=0', '?after=2']),
    );
    secondStream.writePiece('ay');
    await waitForCheck(() => expect(shownReply()).toBe('Good day'));
    secondStream.writeEnd();
    await waitForCheck(() => expect(state().phase).toBe('settled'));
    expect(new Set(testChat.server.sendRequestBodies.map(({ client_id }) => client_id)).size).toBe(
      1,
    );
  });

  it('resumes by the id of the reply once it is known, whatever else runs', async () => {
    await openChat();
    const stream = await startReply('Good ');
    testChat.server.messages = storedTurn('', 'generating');
    await testChat.chat.refresh();
    const secondStream = liveStream(1);
    testChat.server.attachRequestAnswers.push(() => secondStream.response);
    stream.abort();
    await waitForCheck(() =>
      expect(testChat.server.attachRequestQueries).toEqual(['?reply=m2&after=1']),
    );
    expect(testChat.server.sendRequestBodies).toHaveLength(1);
  });

  it('of a retry resumes by the id from the stored messages', async () => {
    await openChat({
      messages: [userMessageRow('m1'), replyRow('m2', { status: 'failed', reply_to: 'm1' })],
    });
    const stream = liveStream();
    testChat.server.regenerateRequestAnswers.push(() => stream.response);
    testChat.chat.retry();
    await waitForCheck(() => expect(chatCallbackSpies.onStarted).toHaveBeenCalled());
    stream.writePiece('New ');
    await waitForCheck(() => expect(shownReply()).toBe('New '));
    testChat.server.messages = [
      userMessageRow('m1'),
      replyRow('m3', { status: 'generating', content: '', reply_to: 'm1' }),
    ];
    const secondStream = liveStream(1);
    testChat.server.attachRequestAnswers.push(() => secondStream.response);
    stream.abort();
    await waitForCheck(() =>
      expect(testChat.server.attachRequestQueries).toEqual(['?reply=m3&after=1']),
    );
    secondStream.writePiece('words');
    await waitForCheck(() => expect(shownReply()).toBe('New words'));
  });

  it('is in the state while it lasts', async () => {
    await openChat();
    const stream = await startReply('Half');
    server.use(http.get(`*/api/messages/${sessionId}`, () => HttpResponse.error()));
    let answerSend: (response: Response) => void = () => undefined;
    testChat.server.sendRequestAnswers.push(() => HttpResponse.error());
    testChat.server.sendRequestAnswers.push(
      () => new Promise<Response>((resolve) => (answerSend = resolve)),
    );
    stream.abort();
    await waitForCheck(() => expect(state().downSince).not.toBeNull());
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(3));
    answerSend(liveStream(1).response);
    await waitForCheck(() => expect(state().downSince).toBeNull());
    expect(state().phase).toBe('streaming');
  });

  it('attaches again when the stored text is longer than a silent stream', async () => {
    await openChat();
    await startReply('Good ');
    const secondStream = liveStream();
    testChat.server.attachRequestAnswers.push(() => secondStream.response);
    testChat.server.messages = storedTurn('Good day to you', 'generating');
    await testChat.chat.refresh();
    await waitForCheck(() =>
      expect(testChat.server.attachRequestQueries).toEqual(['?reply=m2&after=0']),
    );
    expect(shownReply()).toBe('Good day to you');
    secondStream.writePiece('Good day to you, sir');
    await waitForCheck(() => expect(shownReply()).toBe('Good day to you, sir'));
  });

  it('reads from the stored messages how a reply ended that no longer runs', async () => {
    await openChat();
    const stream = await startReply('Half');
    testChat.server.messages = storedTurn('Half of it', 'interrupted');
    testChat.server.sendRequestAnswers.push(() => new HttpResponse(null, { status: 204 }));
    stream.abort();
    await waitForCheck(() => expect(state().phase).toBe('failed'));
    expect(lastMessage()).toMatchObject({ content: 'Half of it', status: 'interrupted', id: 'm2' });
  });

  it('keeps the text that arrived when reconnecting fails', async () => {
    await openChat();
    const stream = await startReply('Half');
    testChat.server.sendRequestAnswers = Array.from(
      { length: 20 },
      () => () => HttpResponse.error(),
    );
    stream.abort();
    await waitForCheck(() => expect(lastMessage()?.status).toBe('interrupted'));
    expect(lastMessage()?.content).toBe('Half');
  });
});

describe('a reply that fails', () => {
  it('shows the error when no text had arrived', async () => {
    await openChat();
    const stream = await startReply();
    testChat.server.messages = storedTurn('', 'failed');
    stream.writeEvent('error', { message: 'm', code: 'model_failed' });
    stream.writeEnd('failed');
    await waitForCheck(() => expect(state().phase).toBe('failed'));
    expect(chatCallbackSpies.notify).toHaveBeenCalledExactlyOnceWith(
      'Failed to send message. Please try again.',
    );
    expect(testChat.draft.get()).toBe('');
  });

  it('keeps its text and is generated again without sending again', async () => {
    await openChat();
    const stream = await startReply();
    stream.writePiece('Half');
    testChat.server.messages = storedTurn('Half', 'failed');
    stream.writeEnd('failed');
    await waitForCheck(() => expect(lastMessage()?.provider).toBe('demo'));
    expect(chatCallbackSpies.notify).not.toHaveBeenCalled();
    const secondStream = liveStream();
    testChat.server.regenerateRequestAnswers.push(() => secondStream.response);
    testChat.chat.retry();
    expect(lastMessage()?.content).toBe('');
    secondStream.writePiece('Whole');
    await waitForCheck(() => expect(shownReply()).toBe('Whole'));
    expect(testChat.server.sendRequestBodies).toHaveLength(1);
    expect(state().messages).toHaveLength(3);
    // The server recognises a repeated press by the id of the reply.
    expect(testChat.server.regenerateRequestBodies).toEqual([{ message_id: 'm2' }]);
  });

  it('has its text back when the retry is refused', async () => {
    await openChat();
    const stream = await startReply();
    stream.writePiece('Half');
    testChat.server.messages = storedTurn('Half', 'interrupted');
    stream.writeEnd('interrupted');
    await waitForCheck(() => expect(lastMessage()?.provider).toBe('demo'));
    testChat.server.regenerateRequestAnswers.push(() => new HttpResponse(null, { status: 500 }));
    testChat.chat.retry();
    await waitForCheck(() =>
      expect(chatCallbackSpies.onError).toHaveBeenCalledWith('HTTP error! status: 500'),
    );
    expect(lastMessage()).toMatchObject({ content: 'Half', status: 'interrupted' });
    expect(state().refusal?.showsError).toBe(true);
  });
});

describe('stopping', () => {
  it('sends the number of characters seen, and keeps them', async () => {
    await openChat();
    const stream = await startReply('Good 😀');
    testChat.server.messages = storedTurn('Good 😀', 'stopped');
    testChat.server.stopRequestAnswers.push(() => HttpResponse.json(testChat.server.messages[2]));
    testChat.chat.stop();
    testChat.chat.stop();
    stream.writePiece(' unseen');
    await waitForCheck(() => expect(lastMessage()?.status).toBe('stopped'));
    expect(testChat.server.seenLengthsOfStops).toEqual([6]);
    expect(lastMessage()).toMatchObject({ id: 'm2', content: 'Good 😀' });
  });

  it('waits until the server has accepted the message', async () => {
    await openChat();
    let letThrough: (stream: Response) => void = () => undefined;
    testChat.server.sendRequestAnswers.push(
      () => new Promise<Response>((resolve) => (letThrough = resolve)),
    );
    testChat.chat.send('Hello');
    testChat.chat.stop();
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(1));
    expect(testChat.server.seenLengthsOfStops).toEqual([]);
    testChat.server.messages = storedTurn('', 'stopped');
    testChat.server.stopRequestAnswers.push(() => HttpResponse.json(testChat.server.messages[2]));
    letThrough(liveStream().response);
    await waitForCheck(() => expect(lastMessage()?.status).toBe('stopped'));
    expect(testChat.server.seenLengthsOfStops).toEqual([0]);
  });

  it('continues the reply and shows an error when the request fails', async () => {
    await openChat();
    const stream = await startReply('Good');
    testChat.server.stopRequestAnswers.push(() => new HttpResponse(null, { status: 500 }));
    testChat.chat.stop();
    stream.writePiece(' day');
    await waitForCheck(() =>
      expect(chatCallbackSpies.notify).toHaveBeenCalledWith('The reply could not be stopped.'),
    );
    await waitForCheck(() => expect(shownReply()).toBe('Good day'));
  });
});
