import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createDraft, type Draft } from '../composer/draft';
import { createChat } from '../conversation/create-chat';
import { shownText } from '../state/chat-state';
import type { MessagePage } from '../state/merge-pages';
import type { ReplyStatus } from '../state/message';
import type { Chat } from '../store/chat';
import { type FakeServer, fakeServer } from './fake-server';
import { greeting, replyRow, sessionId, userMessageRow } from './fakes';
import { type LiveStream, liveStream } from './live-stream';

/** The chat of the running test, without a screen. `openChat` and `createTestChat` set it. */
export const testChat = {} as { server: FakeServer; chat: Chat; draft: Draft; close: () => void };

export const chatCallbackSpies = {
  notify: vi.fn(),
  onLocked: vi.fn(),
  onDeleted: vi.fn(),
  onError: vi.fn(),
  onLoginEnded: vi.fn(),
  onStarted: vi.fn(),
  onActivity: vi.fn(),
};

export function createTestChat(cached?: MessagePage): void {
  testChat.draft = createDraft(sessionId);
  testChat.chat = createChat({
    sessionId,
    draft: testChat.draft,
    cache: { read: () => cached, write: () => undefined },
    ...chatCallbackSpies,
    // Waits for a task, not a microtask, so that endless retries do not block the test.
    reconnectWaiter: { wait: () => new Promise((resolve) => setTimeout(resolve, 2)) },
    // Pieces are shown without waiting for a frame.
    schedule: (run) => {
      queueMicrotask(run);
      return () => undefined;
    },
  });
  testChat.close = testChat.chat.open();
}

/** Waits until a check passes. The timeout allows for a slow machine. */
export function waitForCheck(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 4000 });
}

export const state = () => testChat.chat.store.getState();
export const lastMessage = () => state().messages.at(-1);

export function shownReply(): string {
  const { liveReply } = state();
  return liveReply ? shownText(liveReply) : '';
}

export async function openChat(over: Partial<FakeServer> = {}): Promise<void> {
  testChat.server = fakeServer(over);
  createTestChat();
  await waitForCheck(() => expect(state().loadState).toBe('ready'));
}

/** The stored messages once 'Hello' has its reply. `content` is the text of the reply. */
export function storedTurn(content: string, status: ReplyStatus = 'complete') {
  const client_id = testChat.server.sendRequestBodies[0]?.client_id ?? '';
  const userMessage = userMessageRow('m1', { content: 'Hello', client_id });
  const reply = replyRow('m2', { content, status, reply_to: 'm1', provider: 'demo' });
  return [replyRow('g', { content: greeting }), userMessage, reply];
}

/**
 * Sends 'Hello' and answers with a stream that the test writes. If there is a `firstPiece`, it
 * waits until that text is shown.
 */
export async function startReply(firstPiece = ''): Promise<LiveStream> {
  const stream = liveStream();
  testChat.server.sendRequestAnswers.push(() => stream.response);
  expect(testChat.chat.send('Hello')).toBe(true);
  await waitForCheck(() => expect(chatCallbackSpies.onStarted).toHaveBeenCalled());
  if (firstPiece !== '') {
    stream.writePiece(firstPiece);
    await waitForCheck(() => expect(shownReply()).toBe(firstPiece));
  }
  return stream;
}

/** Call it at the top of a test file. */
export function setUpChat(): void {
  beforeEach(() => {
    for (const spy of Object.values(chatCallbackSpies)) spy.mockReset();
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => {
    testChat.close();
    // A debounced write after the test would be read by the next test.
    testChat.draft.flush();
  });
}
