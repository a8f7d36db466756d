import { isAbort } from '#/shared/api/errors';
import { reportError } from '#/shared/lib/report-error';
import { pollUnread, streamUnread } from './read-unread';
import { openUnreadChannel } from './unread-channel';

/** Time (ms) after which a hidden tab stops reading. */
const hiddenTime = 60_000;

type ReadFunction = (signal: AbortSignal) => Promise<void>;

/** Runs `read` in one tab of the browser at a time: the others wait for the lock until `signal` aborts. */
async function readInOneTab(
  userId: string,
  read: ReadFunction,
  signal: AbortSignal,
): Promise<void> {
  try {
    await navigator.locks.request(`colloquy-unread-${userId}`, { signal }, () => read(signal));
  } catch (error) {
    if (!isAbort(error)) reportError('The unread notices are not followed', error);
  }
}

/** Calls `start` when the page is or becomes visible, and `stop` when it has been hidden for `hiddenTime`. */
function watchVisibility(start: () => void, stop: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(stop, hiddenTime);
    else start();
  };
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  if (!document.hidden) start();
}

/**
 * Calls `onCount` with the user's number of unread notices, now and after each change, until the
 * returned function is called. One tab of the browser reads the stream and tells the others (rule
 * notifications-one-connection). A page that is hidden for a minute leaves the reading to another tab.
 */
export function followUnread(userId: string, onCount: (unread: number) => void): () => void {
  const ended = new AbortController();
  let latest: number | null = null;
  const channel = openUnreadChannel(userId, {
    onCount,
    onAsk: () => {
      if (latest !== null) channel.sendCount(latest);
    },
  });
  const read: ReadFunction = async (signal) => {
    await streamUnread(signal, (unread) => {
      latest = unread;
      onCount(unread);
      channel.sendCount(unread);
    });
    latest = null;
  };
  let running: AbortController | null = null;
  const start = () => {
    if (running) return;
    running = new AbortController();
    channel.ask();
    if ('locks' in navigator) void readInOneTab(userId, read, running.signal);
    else void pollUnread(running.signal, onCount);
  };
  const stop = () => {
    running?.abort();
    running = null;
  };
  watchVisibility(start, stop, ended.signal);
  return () => {
    ended.abort();
    stop();
    channel.close();
  };
}
