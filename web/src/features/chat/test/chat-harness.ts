import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createDraft, type Draft } from '../composer/draft';
import { createChat } from '../conversation/create-chat';
import { shownText } from '../state/chat-state';
import type { MessagePage } from '../state/merge';
import type { ReplyStatus } from '../state/message';
import type { Chat } from '../store/chat';
import { type FakeServer, fakeServer } from './fake-server';
import { greeting, line, row, sessionId } from './fakes';
import { type LiveStream, liveStream } from './live-stream';

/** One conversation on a fake server, without a screen. Made anew by `openChat` or `makeChat`. */
export const on = {} as { fake: FakeServer; chat: Chat; draft: Draft; close: () => void };

export const spies = {
  notify: vi.fn(),
  onLocked: vi.fn(),
  onError: vi.fn(),
  onLoginEnded: vi.fn(),
  onStarted: vi.fn(),
  onActivity: vi.fn(),
};

export function makeChat(cached?: MessagePage): void {
  on.draft = createDraft(sessionId);
  on.chat = createChat({
    sessionId,
    draft: on.draft,
    cache: { read: () => cached, write: () => undefined },
    ...spies,
    // A task, not a microtask: whoever is asked again and again must let the test go on.
    line: { wait: () => new Promise((resolve) => setTimeout(resolve, 2)) },
    // Words are shown as they come, without frames.
    schedule: (run) => {
      queueMicrotask(run);
      return () => undefined;
    },
  });
  on.close = on.chat.open();
}

/** Waits for a check to hold; long, because the machine may be busy. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 4000 });
}

export const state = () => on.chat.store.getState();
export const last = () => state().messages.at(-1);

export function shown(): string {
  const { live } = state();
  return live ? shownText(live) : '';
}

export async function openChat(over: Partial<FakeServer> = {}): Promise<void> {
  on.fake = fakeServer(over);
  makeChat();
  await until(() => expect(state().load).toBe('ready'));
}

/** What the server holds after 'Hello' and its reply. */
export function storedTurn(content: string, status: ReplyStatus = 'complete') {
  const client_id = on.fake.sent[0]?.client_id ?? '';
  const user = line('m1', { content: 'Hello', client_id });
  const reply = row('m2', { content, status, reply_to: 'm1', provider: 'demo' });
  return [row('g', { content: greeting }), user, reply];
}

/** Sends 'Hello' and answers with a stream that the test writes; its beginning is shown already. */
export async function startReply(begin = ''): Promise<LiveStream> {
  const stream = liveStream();
  on.fake.sends.push(() => stream.response);
  expect(on.chat.send('Hello')).toBe(true);
  await until(() => expect(spies.onStarted).toHaveBeenCalled());
  if (begin !== '') {
    stream.piece(begin);
    await until(() => expect(shown()).toBe(begin));
  }
  return stream;
}

/** Call it at the top of a test file. */
export function setUpChat(): void {
  beforeEach(() => {
    for (const spy of Object.values(spies)) spy.mockReset();
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => on.close());
}
