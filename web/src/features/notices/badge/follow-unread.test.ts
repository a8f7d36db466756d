import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deferred } from '#/shared/test/deferred';
import { refusal, server } from '#/shared/test/server';
import { followUnread } from './follow-unread';
import { pauseMsAfter } from './retry-pause';

/**
 * Serves event streams. The returned state counts the opened and the closed streams; `send` and `end` act on
 * the latest one.
 */
function fakeStream() {
  const state = { opened: 0, closed: 0, send: (_: number) => {}, end: () => {} };
  server.use(
    http.get('*/api/user/notifications/stream', ({ request }) => {
      state.opened += 1;
      request.signal.addEventListener('abort', () => {
        state.closed += 1;
      });
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          state.send = (unread) =>
            controller.enqueue(encoder.encode(`data: {"unread": ${unread}}\n\n`));
          state.end = () => controller.close();
        },
      });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  return state;
}

/** The Web Locks of one browser: a queue for each name. */
function fakeLocks() {
  const lastReleaseByLockName = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) {
      const previousLockRelease = lastReleaseByLockName.get(name) ?? Promise.resolve();
      const lockRelease = deferred<undefined>();
      lastReleaseByLockName.set(name, lockRelease.promise);
      await previousLockRelease;
      try {
        if (signal.aborted) throw new DOMException('aborted', 'AbortError');
        await run();
      } finally {
        lockRelease.resolve(undefined);
      }
    },
  };
}

function setPageHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

const stopFunctions: (() => void)[] = [];

function recordUnreadCounts(userId = 'u1') {
  const unreadCounts: number[] = [];
  stopFunctions.push(followUnread(userId, (unread) => unreadCounts.push(unread)));
  return unreadCounts;
}

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: fakeLocks() }));
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  for (const stop of stopFunctions.splice(0)) stop();
  setPageHidden(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// rule notifications-one-connection
it('reads one stream for all tabs of the browser, and tells the others', async () => {
  const stream = fakeStream();
  const firstTabCounts = recordUnreadCounts();
  const secondTabCounts = recordUnreadCounts();
  await vi.waitFor(() => expect(stream.opened).toBe(1));
  stream.send(3);
  await vi.waitFor(() => expect([firstTabCounts.at(-1), secondTabCounts.at(-1)]).toEqual([3, 3]));
  const thirdTabCounts = recordUnreadCounts();
  await vi.waitFor(() => expect(thirdTabCounts.at(-1)).toBe(3));
  expect(stream.opened).toBe(1);
});

// rule notifications-one-connection
it('hands the stream to another tab when the reading one ends', async () => {
  const stream = fakeStream();
  recordUnreadCounts();
  const secondTabCounts = recordUnreadCounts();
  await vi.waitFor(() => expect(stream.opened).toBe(1));
  stopFunctions.shift()?.();
  await vi.waitFor(() => expect(stream.opened).toBe(2));
  stream.send(5);
  await vi.waitFor(() => expect(secondTabCounts).toEqual([5]));
});

it('keeps the numbers of two users apart', async () => {
  const stream = fakeStream();
  const ownCounts = recordUnreadCounts('u1');
  const otherCounts = recordUnreadCounts('u2');
  await vi.waitFor(() => expect(stream.opened).toBe(2));
  stream.send(7);
  await vi.waitFor(() => expect(otherCounts).toEqual([7]));
  expect(ownCounts).toEqual([]);
});

// rule notifications-one-connection
it('closes the stream of a page that is hidden for a minute, and opens it again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const stream = fakeStream();
  recordUnreadCounts();
  await vi.waitFor(() => expect(stream.opened).toBe(1));
  setPageHidden(true);
  // The stream needs bytes: the client closes a silent connection (shared/api/sse.ts).
  for (let n = 1; n <= 2; n += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    stream.send(n);
  }
  expect(stream.closed).toBe(0);
  await vi.advanceTimersByTimeAsync(2500);
  await vi.waitFor(() => expect(stream.closed).toBe(1));
  setPageHidden(false);
  await vi.waitFor(() => expect(stream.opened).toBe(2));
});

it('connects again after the end of the stream', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const stream = fakeStream();
  const unreadCounts = recordUnreadCounts();
  await vi.waitFor(() => expect(stream.opened).toBe(1));
  stream.send(1);
  await vi.waitFor(() => expect(unreadCounts).toEqual([1]));
  stream.end();
  await vi.advanceTimersByTimeAsync(2500);
  await vi.waitFor(() => expect(stream.opened).toBe(2));
});

it('ends when the login has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let requestCount = 0;
  server.use(
    http.get('*/api/user/notifications/stream', () => {
      requestCount += 1;
      return refusal(401, 'Please log in to continue.');
    }),
  );
  recordUnreadCounts();
  await vi.waitFor(() => expect(requestCount).toBe(1));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requestCount).toBe(1);
});

// rule notifications-one-connection
it('asks once a minute where tabs cannot share a stream', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('navigator', Object.create({ onLine: true }));
  let requestCount = 0;
  server.use(
    http.get('*/api/user/notifications', () => {
      requestCount += 1;
      return HttpResponse.json({
        data: { notifications: [], nextCursor: '', newest: '', total: 4, unread: requestCount },
      });
    }),
  );
  const unreadCounts = recordUnreadCounts();
  await vi.waitFor(() => expect(unreadCounts).toEqual([1]));
  await vi.advanceTimersByTimeAsync(60_500);
  await vi.waitFor(() => expect(unreadCounts).toEqual([1, 2]));
});

it('waits longer after each failure, at most a minute', () => {
  expect([0, 1, 2, 3, 9].map((failures) => pauseMsAfter(failures, 1))).toEqual([
    2000, 2000, 4000, 8000, 60_000,
  ]);
  expect(pauseMsAfter(1, 0)).toBe(1000);
});
