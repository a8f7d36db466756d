import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { openEventStream } from '#/shared/api/sse';
import { isRecord } from '#/shared/lib/is-record';
import { pauseFor, pauseMsAfter } from './retry-pause';

/** Time (ms) between two requests in a browser without Web Locks (rule notifications-one-connection). */
const pollIntervalMs = 60_000;

function parseUnread(data: string): number | null {
  try {
    const parsed: unknown = JSON.parse(data);
    return isRecord(parsed) && typeof parsed['unread'] === 'number' ? parsed['unread'] : null;
  } catch {
    return null;
  }
}

const isRefusedLogin = (error: unknown) => error instanceof ApiError && error.status === 401;

/**
 * Reads the stream of the number of unread notices until `signal` aborts or the login has ended, and
 * reconnects after each end.
 */
export async function streamUnreadCount(
  signal: AbortSignal,
  onCount: (unread: number) => void,
): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const events = openEventStream('/user/notifications/stream', { method: 'GET', signal });
      for await (const { data } of events) {
        const unread = parseUnread(data);
        if (unread === null) continue;
        failures = 0;
        onCount(unread);
      }
    } catch (error) {
      if (isRefusedLogin(error)) return;
    }
    await pauseFor(pauseMsAfter(failures), signal);
  }
}

/** Requests the number once a minute, for browsers in which tabs cannot share one stream. */
export async function pollUnreadCount(
  signal: AbortSignal,
  onCount: (unread: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const params = { query: { limit: 1 } };
      onCount((await unwrap(api.GET('/user/notifications', { params, signal }))).data.unread);
    } catch (error) {
      if (isRefusedLogin(error)) return;
    }
    await pauseFor(pollIntervalMs, signal);
  }
}
