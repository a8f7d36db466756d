import { isUnreachable } from '#/shared/api/errors';
import { reportError } from '#/shared/lib/report-error';
import type { MessagePage } from '../state/merge';
import { hasStoredId } from '../state/message';
import type { ChatStore } from '../store/chat-store';
import { fetchMessages } from './message-history';

/** The newest page of a conversation, kept while its screen is away. */
export interface PageCache {
  read: () => MessagePage | undefined;
  write: (page: MessagePage) => void;
}

interface LogKeeperOptions {
  sessionId: string;
  store: ChatStore;
  cache: PageCache;
  /** The newest page is in the log. */
  onNewest: () => void;
  /** The server has answered, whatever it said, or has not. */
  onReached: (reached: boolean) => void;
}

/** Brings stored messages into the log. */
export interface LogKeeper {
  /** Fetches the newest page. Failures are silent once there is a log. */
  refresh: () => Promise<void>;
  /** The log has changed: a page that was asked for before is out of date. */
  outdate: () => void;
  loadEarlier: () => Promise<void>;
}

export function createLogKeeper({
  sessionId,
  store,
  cache,
  onNewest,
  onReached,
}: LogKeeperOptions): LogKeeper {
  let version = 0;
  let running: Promise<void> | null = null;
  let earlier: Promise<void> | null = null;

  async function fetchNewest(): Promise<void> {
    for (;;) {
      const asked = version;
      const page = await fetchMessages(sessionId);
      if (asked !== version) continue;
      cache.write(page);
      store.dispatch({ type: 'newest', page });
      onNewest();
      return;
    }
  }

  async function fetchEarlier(): Promise<void> {
    const oldest = store.getState().messages.find(hasStoredId);
    if (!oldest) return;
    store.dispatch({ type: 'older', page: await fetchMessages(sessionId, oldest.id) });
  }

  return {
    refresh: () => {
      running ??= fetchNewest()
        .then(() => onReached(true))
        .catch((error: unknown) => {
          reportError('The messages could not be fetched', error);
          store.dispatch({ type: 'unreadable' });
          onReached(!isUnreachable(error));
        })
        .finally(() => {
          running = null;
        });
      return running;
    },
    outdate: () => {
      version += 1;
    },
    loadEarlier: () => {
      earlier ??= fetchEarlier().finally(() => {
        earlier = null;
      });
      return earlier;
    },
  };
}
