import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import type { PendingMessage } from '../state/pending-message';
import {
  createTestChat,
  openChat,
  setUpChat,
  state,
  storedTurn,
  testChat,
  waitForCheck,
} from '../test/chat-harness';
import { replyRow, sessionId, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';
import { createOutbox } from './outbox';

setUpChat();

/** Makes all requests of the chat fail until the returned function is called. */
function failAllRequests(): () => void {
  let isServerDown = true;
  const answer = () => (isServerDown ? HttpResponse.error() : undefined);
  server.use(
    http.get(`*/api/messages/${sessionId}`, answer),
    http.post(`*/api/messages/${sessionId}/stream`, answer),
  );
  return () => {
    isServerDown = false;
  };
}

const waitingTexts = () => state().pendingMessages.map(({ content }) => content);
const storedMessages = () => createOutbox(sessionId).list();

describe('a message while the server is unreachable', () => {
  // rule chat-outbox
  it('waits visibly, and is sent once when the server is back', async () => {
    await openChat();
    const restoreRequests = failAllRequests();
    expect(testChat.chat.send('First')).toBe(true);
    await waitForCheck(() => expect(waitingTexts()).toEqual(['First']));
    expect(state().downSince).not.toBeNull();
    expect(state().messages).toHaveLength(1);
    expect(testChat.chat.send('Second')).toBe(true);
    expect(waitingTexts()).toEqual(['First', 'Second']);
    const [firstStream, secondStream] = [liveStream(), liveStream()];
    testChat.server.sendRequestAnswers.push(() => firstStream.response);
    testChat.server.sendRequestAnswers.push(() => secondStream.response);
    restoreRequests();
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(1));
    expect(waitingTexts()).toEqual(['Second']);
    testChat.server.messages = storedTurn('Aye').map((message) =>
      message.is_user_message ? { ...message, content: 'First' } : message,
    );
    firstStream.writeEnd();
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(2));
    expect(testChat.server.sendRequestBodies.map(({ content }) => content)).toEqual([
      'First',
      'Second',
    ]);
    await waitForCheck(() => expect(storedMessages()).toEqual([]));
  });

  // rule chat-outbox
  it('survives a reload with its client id', async () => {
    await openChat();
    const restoreRequests = failAllRequests();
    testChat.chat.send('First');
    await waitForCheck(() => expect(waitingTexts()).toEqual(['First']));
    const [storedMessage] = storedMessages();
    testChat.close();
    restoreRequests();
    testChat.server.sendRequestAnswers.push(() => liveStream().response);
    createTestChat();
    await waitForCheck(() => expect(testChat.server.sendRequestBodies).toHaveLength(1));
    expect(testChat.server.sendRequestBodies[0]).toEqual({
      content: 'First',
      client_id: storedMessage?.clientId,
    });
  });

  it('is not sent again when the server has it already', async () => {
    await openChat();
    const restoreRequests = failAllRequests();
    testChat.chat.send('First');
    await waitForCheck(() => expect(waitingTexts()).toEqual(['First']));
    const client_id = storedMessages()[0]?.clientId ?? '';
    testChat.server.messages = [
      userMessageRow('m1', { content: 'First', client_id }),
      replyRow('m2'),
    ];
    restoreRequests();
    await waitForCheck(() => expect(state().downSince).toBeNull());
    expect(waitingTexts()).toEqual([]);
    expect(storedMessages()).toEqual([]);
    expect(testChat.server.sendRequestBodies).toEqual([]);
  });

  it.each([502, 504])('waits also behind a proxy that answers %i', async (status) => {
    await openChat();
    const proxyAnswer = () => new HttpResponse(null, { status });
    testChat.server.sendRequestAnswers.push(proxyAnswer);
    server.use(http.get(`*/api/messages/${sessionId}`, proxyAnswer));
    testChat.chat.send('First');
    await waitForCheck(() => expect(waitingTexts()).toEqual(['First']));
    testChat.close();
  });

  it('can be removed, to edit or to delete it', async () => {
    await openChat();
    failAllRequests();
    testChat.chat.send('First');
    await waitForCheck(() => expect(waitingTexts()).toEqual(['First']));
    testChat.chat.send('Second');
    for (const [index, edit] of [true, false].entries()) {
      const firstWaitingMessage = state().pendingMessages[0];
      if (!firstWaitingMessage) throw new Error(`line ${index} is missing`);
      testChat.chat.removeWaiting(firstWaitingMessage, edit);
    }
    expect(waitingTexts()).toEqual([]);
    expect(testChat.draft.get()).toBe('First');
    expect(storedMessages()).toEqual([]);
  });

  it('returns to the field with the ones behind it when it is refused', async () => {
    await openChat();
    const restoreRequests = failAllRequests();
    testChat.chat.send('First');
    await waitForCheck(() => expect(waitingTexts()).toEqual(['First']));
    testChat.chat.send('Second');
    testChat.server.sendRequestAnswers.push(() => refusal(422, 'No.'));
    restoreRequests();
    await waitForCheck(() => expect(testChat.draft.get()).toBe('First\nSecond'));
    expect(waitingTexts()).toEqual([]);
    expect(storedMessages()).toEqual([]);
  });
});

it('offline marks the server unreachable, online probes it at once', async () => {
  await openChat();
  testChat.chat.setOnline(false);
  expect(state().downSince).not.toBeNull();
  testChat.chat.setOnline(true);
  await waitForCheck(() => expect(state().downSince).toBeNull());
});

it('keeps messages per conversation, and ignores malformed storage', () => {
  const attempt = { clientId: 'user-1', content: 'x', createdAt: 'now' };
  createOutbox('a').add(attempt);
  createOutbox('b').add({ ...attempt, clientId: 'user-2' });
  expect(createOutbox('a').list()).toEqual([attempt]);
  for (const text of ['[1]', '{"a":1}', '{"a":[{}]}', 'null', '{']) {
    localStorage.setItem('outbox', text);
    expect(createOutbox('a').list()).toEqual([]);
  }
});

it('stores messages in order, beside those of another tab', () => {
  const [first, second, third] = ['user-1', 'user-2', 'user-3'].map((clientId) => ({
    clientId,
    content: 'x',
    createdAt: 'now',
  })) as [PendingMessage, PendingMessage, PendingMessage];
  const [tab, other] = [createOutbox('a'), createOutbox('a')];
  tab.add(first);
  other.add(second);
  tab.add(third);
  expect(createOutbox('a').list()).toEqual([first, second, third]);
  tab.remove(first.clientId);
  expect(createOutbox('a').list()).toEqual([second, third]);
});
