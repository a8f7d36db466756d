import { isAbort } from '#/shared/api/errors';
import { reportError } from '#/shared/lib/report-error';
import { pollUnreadCount, streamUnreadCount } from './read-unread';
import { openUnreadTabChannel } from './unread-channel';

/** Time (ms) after which a hidden tab stops reading (rule notifications-one-connection). */
const maxHiddenMs = 60_000;

type UnreadCountReader = (signal: AbortSignal) => Promise<void>;

/** Runs `read` in one tab of the browser at a time: the others wait for the lock until `signal` aborts. */
async function readUnreadCountInOneTab(
  userId: string,
  read: UnreadCountReader,
  signal: AbortSignal,
): Promise<void> {
  try {
    await navigator.locks.request(`colloquy-unread-${userId}`, { signal }, () => read(signal));
  } catch (error) {
    if (!isAbort(error)) reportError('The unread notices are not followed', error);
  }
}

/** Calls `start` when the page is or becomes visible, and `stop` when it has been hidden for `maxHiddenMs`. */
function watchVisibility(start: () => void, stop: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onVisibilityChange = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(stop, maxHiddenMs);
    else start();
  };
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  if (!document.hidden) start();
}

/**
 * Calls `onCount` with the user's number of unread notices, now and after each change. The returned function
 * ends this. One tab of the browser reads the stream and tells the other tabs (rule
 * notifications-one-connection). A page that is hidden for a minute leaves the reading to another tab.
 */
export function followUnread(userId: string, onCount: (unread: number) => void): () => void {
  const abortController = new AbortController();
  let latestCount: number | null = null;
  const channel = openUnreadTabChannel(userId, {
    onCount,
    onCountRequest: () => {
      if (latestCount !== null) channel.sendCount(latestCount);
    },
  });
  const readStream: UnreadCountReader = async (signal) => {
    await streamUnreadCount(signal, (unread) => {
      latestCount = unread;
      onCount(unread);
      channel.sendCount(unread);
    });
    latestCount = null;
  };
  let readController: AbortController | null = null;
  const startReadingCount = () => {
    if (readController) return;
    readController = new AbortController();
    channel.requestCount();
    if ('locks' in navigator)
      void readUnreadCountInOneTab(userId, readStream, readController.signal);
    else void pollUnreadCount(readController.signal, onCount);
  };
  const stopReadingCount = () => {
    readController?.abort();
    readController = null;
  };
  watchVisibility(startReadingCount, stopReadingCount, abortController.signal);
  return () => {
    abortController.abort();
    stopReadingCount();
    channel.close();
  };
}
