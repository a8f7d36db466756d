import type { Query, QueryClient } from '@tanstack/react-query';
import { sharedKeys } from '#/shared/api/keys';
import type { Session } from '#/shared/api/types';
import { onLeftReply } from '#/shared/browser/left-replies';
import { isRecord } from '#/shared/lib/is-record';
import { paths } from '#/shared/lib/paths';
import { toast } from '#/shared/ui/toast';
import { newestTalksQuery } from '../api/talks-query';

// After the user has left a chat with a running reply, the app polls until that reply has ended.
/** First pause (ms) between two polls. */
const firstPauseMs = 3000;
/** Longest pause (ms) between two polls. The pauses grow, so that a long reply costs few calls. */
const longestPauseMs = 30_000;
/** Time (ms) after which polling for a reply ends. */
const maxAwaitMs = 5 * 60_000;
/** Time (ms) away from the page after which its lists of conversations are fetched again. */
const minAwayMs = 15_000;

const isSession = (value: unknown): value is Session =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['character']);

const isOpenChat = ({ character }: Session) =>
  location.pathname === paths.chat.getHref(character.slug);

/**
 * Shows the note '{name} answered' when a read conversation becomes unread (rule chat-answered-note). It
 * compares the lists of conversations that the app fetches anyway. After the user has left a chat with a
 * running reply, it also polls the newest conversations. When the page is visible again after `minAwayMs`, it
 * refetches the lists on the screen. Call the result to stop.
 */
export function followAnswers(client: QueryClient, userId: string): () => void {
  const abortController = new AbortController();
  const { signal } = abortController;
  /** Whether a conversation was unread in the last list that had it. */
  const unreadById = new Map<string, boolean>();
  /** For each conversation whose reply is polled for, the time (ms) at which polling ends. */
  const awaitedUntilById = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  let leftPageAt = Number.POSITIVE_INFINITY;

  function recordSession(session: Session): void {
    const { id, character } = session;
    const isNewAnswer = session.unread && unreadById.get(id) === false && !isOpenChat(session);
    unreadById.set(id, session.unread);
    if (session.unread || isOpenChat(session)) awaitedUntilById.delete(id);
    if (isNewAnswer && !document.hidden)
      toast(`${character.name} answered`, { id: `answered ${id}` });
  }

  function onQuery(query: Query, isSuccess: boolean): void {
    const { data } = query.state;
    const isSessionList =
      query.queryKey[0] === sharedKeys.sessions[0] && query.queryKey.at(-1) === userId;
    if (isSessionList && isSuccess && Array.isArray(data))
      data.filter(isSession).forEach(recordSession);
  }

  async function fetchNewest(): Promise<void> {
    const awaitedCountBefore = awaitedUntilById.size;
    await client.fetchQuery(newestTalksQuery(userId)).catch(() => null);
    if (awaitedUntilById.size < awaitedCountBefore)
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
  }

  function scheduleFetch(): void {
    clearTimeout(timer);
    for (const [id, until] of awaitedUntilById) if (until < Date.now()) awaitedUntilById.delete(id);
    if (awaitedUntilById.size === 0 || document.hidden || signal.aborted) return;
    timer = setTimeout(() => {
      pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
      void fetchNewest().then(scheduleFetch);
    }, pauseMs);
  }

  function onVisibilityChange(): void {
    if (document.hidden) {
      leftPageAt = Date.now();
      clearTimeout(timer);
      return;
    }
    if (Date.now() - leftPageAt >= minAwayMs) {
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
    }
    leftPageAt = Number.POSITIVE_INFINITY;
    pauseMs = firstPauseMs;
    scheduleFetch();
  }

  const stopListening = onLeftReply((sessionId) => {
    if (!sessionId.startsWith(`${userId}_`)) return;
    unreadById.set(sessionId, false);
    awaitedUntilById.set(sessionId, Date.now() + maxAwaitMs);
    pauseMs = firstPauseMs;
    scheduleFetch();
  });
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated') onQuery(event.query, event.action.type === 'success');
  });
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    abortController.abort();
    stopListening();
    unsubscribe();
  };
}
