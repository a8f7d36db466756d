import type { ApiError } from '#/shared/api/errors';
import { reportError } from '#/shared/lib/report-error';
import { browserLine } from '../browser/browser-network';
import { nextFrame } from '../browser/next-frame';
import type { Draft } from '../composer/draft';
import { createOutbox } from '../composer/outbox';
import { createLogKeeper, type PageCache } from '../log/log-keeper';
import { emptyChat, isTalking } from '../state/chat-state';
import { mergeNewest } from '../state/merge';
import { type ChatMessage, localTurn } from '../state/message';
import { isSendable, lineOf } from '../state/message-text';
import type { Attempt } from '../state/pending-message';
import { readRefusal } from '../state/refusal';
import type { Chat } from '../store/chat';
import { createChatStore } from '../store/chat-store';
import { createConnection } from '../stream/connection';
import type { FollowEnd } from '../stream/follow-reply';
import type { Line } from '../stream/network';
import type { Schedule } from '../stream/piece-buffer';
import { type ReplyRun, startRun } from '../stream/reply-run';
import { type OpenStream, regenerateReply, sendLine } from '../stream/reply-stream';
import { isBehind, resumeReply } from '../stream/resume-reply';
import { askToStop } from '../stream/stop-reply';
import { texts } from '../texts';
import { newClientId } from './client-id';

export interface ChatOptions {
  sessionId: string;
  draft: Draft;
  cache: PageCache;
  /** Says to the user what went wrong. */
  notify: (text: string) => void;
  /** Gets the stored error message of a refused send (spec 1 §8). */
  onError: (errorMessage: string) => void;
  /** A reply started or ended: lists that show the last line are out of date. */
  onActivity: () => void;
  /** A reply that this tab asked for has started. */
  onStarted: () => void;
  /** The server says that the character is locked. */
  onLocked: () => void;
  /** The login has ended; `again` repeats what was refused. */
  onLoginEnded: (again: () => void) => void;
  line?: Line;
  schedule?: Schedule;
}

/** How a reply is read. */
interface Call {
  /** Starts the reply; null when it runs already. */
  start: OpenStream | null;
  /** Leads to the same reply once more; null where a second call would make another. */
  repeat: OpenStream | null;
  onUnsent: () => void;
  onRefused: (error: ApiError) => void;
}

export function createChat(options: ChatOptions): Chat {
  const { sessionId, draft, notify, line = browserLine, schedule = nextFrame } = options;
  const cached = options.cache.read();
  const store = createChatStore(
    cached ? { ...emptyChat, ...mergeNewest(emptyChat, cached), load: 'ready' } : emptyChat,
  );
  const outbox = createOutbox(sessionId);
  const keeper = createLogKeeper({
    sessionId,
    store,
    cache: options.cache,
    onNewest: takeNewest,
    onReached: (reached) => onConnection(reached),
  });
  const connection = createConnection({
    store,
    line,
    probe: keeper.refresh,
    onBack: sendWaiting,
  });
  let run: ReplyRun | null = null;
  /** The line whose call is on its way. */
  let delivering: Attempt | null = null;
  let refused: readonly Attempt[] = [];
  let stopWaits = false;
  let isOpen = false;

  function onConnection(up: boolean): void {
    if (!isOpen) return;
    if (up) connection.up();
    else connection.down();
  }

  function takeNewest(): void {
    for (const { clientId } of store.getState().messages) outbox.remove(clientId);
    showWaiting();
    attachIfRunning();
    sendWaiting();
  }

  function attachIfRunning(): void {
    const { live, messages } = store.getState();
    const last = messages.at(-1);
    if (!isOpen || last?.status !== 'generating' || (live && !isBehind(live, last))) return;
    run?.leave();
    store.dispatch({ type: 'attached', key: last.key });
    void read(last.key, {
      start: null,
      repeat: null,
      onUnsent: () => undefined,
      onRefused: (error) => {
        reportError('The running reply could not be read', error);
        store.dispatch({ type: 'lost' });
      },
    });
  }

  async function read(key: string, { start, repeat, onUnsent, onRefused }: Call): Promise<void> {
    run?.leave();
    stopWaits = false;
    keeper.outdate();
    const resume = resumeReply({ sessionId, key, store, repeat, refresh: keeper.refresh });
    const mine = startRun({ key, start, resume, store, line, schedule, onAccepted, onConnection });
    run = mine;
    const end = await mine.ended;
    if (run === mine) run = null;
    keeper.outdate();
    if (end.type === 'refused') onRefused(end.error);
    else if (end.type === 'unsent') onUnsent();
    else await settle(end);
  }

  function onAccepted(): void {
    if (delivering) outbox.remove(delivering.clientId);
    delivering = null;
    refused = [];
    keeper.outdate();
    options.onStarted();
    options.onActivity();
    if (stopWaits) void askToStop(options, store);
  }

  /** The stored messages have the last word: ids, times, who wrote the reply, how it ended. */
  async function settle(end: FollowEnd): Promise<void> {
    if (end.type === 'aborted') return;
    if (end.type === 'lost') store.dispatch({ type: 'lost' });
    options.onActivity();
    announceFailure();
    await keeper.refresh();
    if (end.type === 'gone') store.dispatch({ type: 'lost' });
    sendWaiting();
  }

  function announceFailure(): void {
    const last = store.getState().messages.at(-1);
    if (last?.status === 'failed' && last.content === '') notify(texts.sendFailed);
  }

  function showWaiting(): void {
    const waiting = outbox.list().filter((one) => one !== delivering);
    const former = store.getState().waiting;
    if (waiting.length + former.length > 0) store.dispatch({ type: 'outbox', waiting });
  }

  /** No answer came: the line waits, because it may have arrived. */
  function postpone(): void {
    delivering = null;
    store.dispatch({ type: 'withdrawn' });
    showWaiting();
    onConnection(false);
  }

  /** Lines go one after the other: each waits until the reply to the former has ended. */
  function sendWaiting(): void {
    const { phase, downSince, load } = store.getState();
    const [next] = outbox.list();
    const free = isOpen && !delivering && !isTalking(phase);
    if (next && free && downSince === null && load === 'ready') deliver(next);
  }

  function deliver(attempt: Attempt): void {
    delivering = attempt;
    outbox.add(attempt);
    showWaiting();
    const turn = localTurn(attempt.content, attempt.clientId, attempt.createdAt);
    store.dispatch({ type: 'sent', ...turn });
    const start = sendLine(sessionId, attempt.content, attempt.clientId);
    // Repeated, the call leads to the same reply by its client id.
    const repeat = start;
    void read(turn.reply.key, { start, repeat, onUnsent: postpone, onRefused: refuseSend });
  }

  /** A line that was not stored is back in the field, with those that wait behind it. */
  function refuseSend(error: ApiError): void {
    const attempts = outbox.list();
    const content = attempts.map((one) => one.content).join('\n');
    refused = attempts;
    delivering = null;
    for (const { clientId } of attempts) outbox.remove(clientId);
    store.dispatch({ type: 'withdrawn' });
    showWaiting();
    draft.giveBack(content);
    explain(error, () => {
      if (!draft.takeBack(content)) return;
      for (const attempt of attempts) outbox.add(attempt);
      showWaiting();
      sendWaiting();
    });
  }

  function explain(error: ApiError, again: () => void): void {
    const refusal = readRefusal(error);
    options.onError(refusal.errorMessage);
    if (error.status === 401) options.onLoginEnded(again);
    else store.dispatch({ type: 'refused', refusal });
    if (error.status === 403) options.onLocked();
    // The reply of another tab runs, and is shown here.
    if (error.status === 409) void keeper.refresh();
  }

  function regenerate(message: ChatMessage): void {
    store.dispatch({ type: 'restarted', key: message.key });
    void read(message.key, {
      start: regenerateReply(sessionId),
      repeat: null,
      onUnsent: () => {
        store.dispatch({ type: 'restored', message });
        onConnection(false);
      },
      onRefused: (error) => {
        store.dispatch({ type: 'restored', message });
        explain(error, retry);
        if (error.status !== 403) void keeper.refresh();
      },
    });
  }

  function retry(): void {
    const { messages, phase } = store.getState();
    const last = messages.at(-1);
    if (last && !last.isUser && !isTalking(phase)) regenerate(last);
  }

  function send(text: string): boolean {
    const content = lineOf(text);
    const { phase, load, downSince } = store.getState();
    if (!isSendable(content) || isTalking(phase) || load !== 'ready') return false;
    // The same words again are the same attempt: it may have been stored although it was refused.
    const same = refused.find((one) => one.content === content);
    const attempt = {
      clientId: same?.clientId ?? newClientId(),
      content,
      createdAt: new Date().toISOString(),
    };
    if (downSince === null && outbox.list().length === 0) {
      deliver(attempt);
      return true;
    }
    outbox.add(attempt);
    store.dispatch({ type: 'refused', refusal: null });
    showWaiting();
    sendWaiting();
    return true;
  }

  return {
    store,
    send,
    stop: () => {
      const { live } = store.getState();
      if (!run || !live || live.heldAt !== null) return;
      run.hold();
      if (run.isAccepted()) void askToStop(options, store);
      else stopWaits = true;
    },
    retry,
    refresh: keeper.refresh,
    loadEarlier: () =>
      keeper.loadEarlier().then(
        () => true,
        (error: unknown) => {
          reportError('The earlier messages could not be fetched', error);
          notify(texts.earlierFailed);
          return false;
        },
      ),
    takeOut: (attempt, edit) => {
      outbox.remove(attempt.clientId);
      showWaiting();
      if (edit) draft.giveBack(attempt.content);
    },
    setOnline: (online) => {
      if (!online) return onConnection(false);
      connection.tryNow();
      void keeper.refresh();
    },
    tryNow: connection.tryNow,
    dismissRefusal: () => {
      if (store.getState().refusal) store.dispatch({ type: 'refused', refusal: null });
    },
    open: () => {
      isOpen = true;
      showWaiting();
      void keeper.refresh();
      return () => {
        isOpen = false;
        connection.close();
        run?.leave();
        if (run?.isAccepted()) store.dispatch({ type: 'detached' });
      };
    },
  };
}
