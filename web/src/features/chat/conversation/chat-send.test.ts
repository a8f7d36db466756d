import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal } from '#/shared/test/server';
import { isSendable } from '../state/message-text';
import {
  chatCallbackSpies,
  createTestChat,
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
import { fakeServer } from '../test/fake-server';
import { greeting, replyRow, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';

setUpChat();

describe('sending', () => {
  it('shows message and reply, streams the text and ends with the stored messages', async () => {
    await openChat();
    const stream = await startReply();
    expect(state().messages.map(({ content }) => content)).toEqual([greeting, 'Hello', '']);
    stream.writePiece('Good ');
    stream.writePiece('day');
    await waitForCheck(() => expect(shownReply()).toBe('Good day'));
    expect(state().phase).toBe('streaming');
    testChat.server.messages = storedTurn('Good day');
    stream.writeEnd('complete', ['A?', 'B?']);
    await waitForCheck(() => expect(lastMessage()?.provider).toBe('demo'));
    expect(state().phase).toBe('settled');
    expect(lastMessage()).toMatchObject({ id: 'm2', content: 'Good day', isLocal: false });
    expect(testChat.server.sendRequestBodies).toEqual([
      { content: 'Hello', client_id: expect.stringMatching(/^user-/) },
    ]);
    expect(chatCallbackSpies.notify).not.toHaveBeenCalled();
  });

  it('shows the suggestions as soon as they arrive', async () => {
    await openChat();
    const stream = await startReply();
    stream.writePiece('Hi');
    stream.writeEvent('complete', { message_id: 'm2', user_message_id: 'm1', status: 'complete' });
    await waitForCheck(() => expect(state().phase).toBe('settled'));
    stream.writeEvent('', { content: '', suggestions: ['A?'] });
    await waitForCheck(() => expect(lastMessage()?.suggestions).toEqual(['A?']));
  });

  it('can send while suggestions of the former reply are missing', async () => {
    await openChat();
    const stream = await startReply();
    stream.writeEvent('complete', { message_id: 'm2', user_message_id: 'm1', status: 'complete' });
    await waitForCheck(() => expect(state().phase).toBe('settled'));
    testChat.server.sendRequestAnswers.push(() => liveStream().response);
    expect(testChat.chat.send('Next')).toBe(true);
    await waitForCheck(() => expect(testChat.server.streamSignals[0]?.aborted).toBe(true));
    await waitForCheck(() => expect(chatCallbackSpies.onStarted).toHaveBeenCalledTimes(2));
    expect(state().phase).toBe('waiting');
  });

  it('sends once for repeated calls', async () => {
    await openChat();
    await startReply();
    expect(testChat.chat.send('Hello')).toBe(false);
    expect(testChat.chat.send('Other')).toBe(false);
    expect(testChat.server.sendRequestBodies).toHaveLength(1);
  });

  it.each(['', '  \n', 'x'.repeat(4001)])('does not send %#', async (text) => {
    await openChat();
    expect(testChat.chat.send(text)).toBe(false);
    expect(isSendable(text)).toBe(false);
  });

  // rule chat-message-length
  it('sends 4,000 code points, trimmed', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(() => liveStream().response);
    expect(testChat.chat.send(` ${'😀'.repeat(4000)}\n`)).toBe(true);
    await waitForCheck(() =>
      expect(testChat.server.sendRequestBodies[0]?.content).toBe('😀'.repeat(4000)),
    );
  });

  it('sends nothing before the messages are loaded', () => {
    testChat.server = fakeServer();
    createTestChat();
    expect(testChat.chat.send('Hello')).toBe(false);
  });
});

const unavailableAnswer = () => new HttpResponse(null, { status: 503 });

describe('a refused send', () => {
  // rule chat-refused-line
  it('is back in the field, not in the log, with the reason', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(unavailableAnswer);
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(testChat.draft.get()).toBe('Hello'));
    expect(state().messages.map(({ content }) => content)).toEqual([greeting]);
    expect(state()).toMatchObject({
      liveReply: null,
      refusal: { errorMessage: 'HTTP error! status: 503', showsError: true },
    });
    expect(chatCallbackSpies.onError).toHaveBeenCalledExactlyOnceWith('HTTP error! status: 503');
  });

  it('is put before text written meanwhile', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(unavailableAnswer);
    testChat.chat.send('Hello');
    testChat.draft.set('Something else');
    await waitForCheck(() => expect(testChat.draft.get()).toBe('Hello\nSomething else'));
  });

  it('keeps its client id for the same text, and gets a new one for another', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(
      unavailableAnswer,
      unavailableAnswer,
      () => liveStream().response,
    );
    const sendAndExpectRefusal = async (text: string) => {
      testChat.draft.set('');
      testChat.chat.send(text);
      await waitForCheck(() => expect(testChat.draft.get()).toBe(text));
    };
    await sendAndExpectRefusal('Hello');
    await sendAndExpectRefusal('Hello');
    expect(testChat.chat.send('Good day')).toBe(true);
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(3));
    const [first, second, third] = testChat.server.sendRequestBodies.map(
      ({ client_id }) => client_id,
    );
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each(['message_deleted', 'message_archived'])(
    'gets a new client id when the former one is refused for good (%s)',
    async (code) => {
      await openChat();
      const goneAnswer = () => HttpResponse.json({ message: 'Gone.', code }, { status: 409 });
      testChat.server.sendRequestAnswers.push(goneAnswer, () => liveStream().response);
      testChat.chat.send('Hello');
      await waitForCheck(() => expect(testChat.draft.get()).toBe('Hello'));
      testChat.draft.set('');
      testChat.chat.send('Hello');
      await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(2));
      const [first, second] = testChat.server.sendRequestBodies.map(({ client_id }) => client_id);
      expect(second).not.toBe(first);
    },
  );

  it('says how long to wait', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(() =>
      HttpResponse.json(
        { message: 'Slow down.', code: 'rate_limited' },
        { status: 429, headers: { 'Retry-After': '12' } },
      ),
    );
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(state().refusal?.sentence).toContain('Please wait 12 seconds'));
    expect(testChat.draft.get()).toBe('Hello');
    testChat.chat.dismissRefusal();
    expect(state().refusal).toBeNull();
  });

  // rule accounts-login-ends
  it('asks for a login when it has ended, and is sent after it', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(() => refusal(401, 'Not signed in'));
    testChat.server.sendRequestAnswers.push(() => liveStream().response);
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(chatCallbackSpies.onLoginEnded).toHaveBeenCalledOnce());
    expect(testChat.draft.get()).toBe('Hello');
    expect(state().refusal).toBeNull();
    chatCallbackSpies.onLoginEnded.mock.lastCall?.[0]();
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(2));
    expect(testChat.draft.get()).toBe('');
    expect(testChat.server.sendRequestBodies[1]).toEqual(testChat.server.sendRequestBodies[0]);
  });

  it('is not sent after a login when its text was changed', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(() => refusal(401, 'Not signed in'));
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(chatCallbackSpies.onLoginEnded).toHaveBeenCalledOnce());
    testChat.draft.set('Hullo');
    chatCallbackSpies.onLoginEnded.mock.lastCall?.[0]();
    expect(testChat.draft.get()).toBe('Hullo');
    expect(testChat.server.sendRequestBodies).toHaveLength(1);
  });

  it('reports that the character is locked', async () => {
    await openChat();
    testChat.server.sendRequestAnswers.push(() =>
      refusal(403, 'This character is locked.', 'character_locked'),
    );
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(chatCallbackSpies.onLocked).toHaveBeenCalled());
    expect(state().messages).toHaveLength(1);
    expect(state().refusal?.sentence).toBe('This character is locked.');
    expect(testChat.draft.get()).toBe('Hello');
  });

  it('shows the running reply of another tab instead', async () => {
    await openChat();
    const runningStream = liveStream();
    testChat.server.attachRequestAnswers.push(() => runningStream.response);
    testChat.server.sendRequestAnswers.push(() =>
      refusal(409, 'A reply is still being written.', 'reply_running'),
    );
    testChat.server.messages = [
      userMessageRow('o1'),
      replyRow('o2', { status: 'generating', reply_to: 'o1', content: '' }),
    ];
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(state().liveReply?.replyKey).toBe('o2'));
    runningStream.writePiece('Other');
    await waitForCheck(() => expect(shownReply()).toBe('Other'));
    expect(testChat.draft.get()).toBe('Hello');
    expect(state().refusal?.sentence).toBe('A reply is still being written.');
  });

  // rule chat-outbox
  it.each([
    ['the network fails', () => HttpResponse.error()],
    ['the server restarts', () => refusal(503, 'Restarting.', 'shutting_down')],
  ])('is sent again with the same client id when %s', async (_, answer) => {
    await openChat();
    testChat.server.sendRequestAnswers.push(answer);
    const stream = liveStream();
    testChat.server.sendRequestAnswers.push(() => stream.response);
    testChat.chat.send('Hello');
    await waitForCheck(() => expect(chatCallbackSpies.onStarted).toHaveBeenCalled());
    expect(testChat.server.sendRequestBodies[0]).toEqual(testChat.server.sendRequestBodies[1]);
    expect(chatCallbackSpies.notify).not.toHaveBeenCalled();
  });
});
