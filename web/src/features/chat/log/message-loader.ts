import { isDeletedChat, isUnreachable } from '#/shared/api/errors';
import { reportError } from '#/shared/lib/report-error';
import type { MessagePage } from '../state/merge-pages';
import { hasStoredId } from '../state/message';
import type { ChatStore } from '../store/chat-store';
import { fetchMessages } from './message-history';

/** Cache of a conversation's newest page. It survives the unmounting of the screen. */
export interface PageCache {
  read: () => MessagePage | undefined;
  write: (page: MessagePage) => void;
}

interface MessageLoaderOptions {
  sessionId: string;
  store: ChatStore;
  cache: PageCache;
  /** Runs after the newest page was merged into the log. */
  onNewestPage: () => void;
  /** Called after each fetch. `reached` is true if the server answered, even with an error. */
  onOnline: (reached: boolean) => void;
  /** Called when the conversation was deleted. */
  onDeleted: () => void;
}

/** Fetches stored messages into the store. */
export interface MessageLoader {
  /** Fetches the newest page. A failure is shown only if no page was ever loaded. */
  refresh: () => Promise<void>;
  /**
   * Call it when the log changes. A page that is being fetched is then stale, so it is fetched
   * again.
   */
  invalidate: () => void;
  loadEarlier: () => Promise<void>;
}

export function createMessageLoader({
  sessionId,
  store,
  cache,
  onNewestPage,
  onOnline,
  onDeleted,
}: MessageLoaderOptions): MessageLoader {
  let invalidationCount = 0;
  let refreshPromise: Promise<void> | null = null;
  let earlierPromise: Promise<void> | null = null;

  async function fetchNewest(): Promise<void> {
    for (;;) {
      const invalidationCountAtStart = invalidationCount;
      const page = await fetchMessages(sessionId);
      if (invalidationCountAtStart !== invalidationCount) continue;
      cache.write(page);
      store.dispatch({ type: 'newest', page });
      onNewestPage();
      return;
    }
  }

  async function fetchEarlier(): Promise<void> {
    const oldestMessage = store.getState().messages.find(hasStoredId);
    if (!oldestMessage) return;
    store.dispatch({ type: 'older', page: await fetchMessages(sessionId, oldestMessage.id) });
  }

  return {
    refresh: () => {
      refreshPromise ??= fetchNewest()
        .then(() => onOnline(true))
        .catch((error: unknown) => {
          reportError('The messages could not be fetched', error);
          store.dispatch({ type: 'unreadable' });
          onOnline(!isUnreachable(error));
          if (isDeletedChat(error)) onDeleted();
        })
        .finally(() => {
          refreshPromise = null;
        });
      return refreshPromise;
    },
    invalidate: () => {
      invalidationCount += 1;
    },
    loadEarlier: () => {
      earlierPromise ??= fetchEarlier().finally(() => {
        earlierPromise = null;
      });
      return earlierPromise;
    },
  };
}
