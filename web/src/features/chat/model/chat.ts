import type { ApiError } from '#/shared/api/errors';
import { reportError } from '#/shared/lib/report-error';
import { type OpenStream, regenerateReply, sendLine } from '../api/reply-stream';
import { texts } from '../messages';
import { emptyChat, isTalking } from './chat-state';
import { type ChatStore, createChatStore } from './chat-store';
import { newClientId } from './client-id';
import { isSendable, lineOf } from './code-points';
import type { Draft } from './drafts';
import type { FollowEnd } from './follow-reply';
import { browserLine, type Line } from './line';
import { createLogKeeper, type PageCache } from './log-keeper';
import { mergeNewest } from './merge';
import { type ChatMessage, localTurn } from './message';
import { nextFrame, type Schedule } from './piece-buffer';
import { readRefusal } from './refusal';
import { type ReplyRun, startRun } from './reply-run';
import { askToStop } from './stop';

export interface ChatOptions {
  sessionId: string;
  draft: Draft;
  cache: PageCache;
  /** Says to the user what went wrong. */
  notify: (text: string) => void;
  /** A reply started or ended: lists that show the last line are out of date. */
  onActivity: () => void;
  /** A reply that this tab asked for has started. */
  onStarted: () => void;
  /** The server says that the character is locked. */
  onLocked: () => void;
  line?: Line;
  schedule?: Schedule;
}

/** One conversation on the screen. */
export interface Chat {
  store: ChatStore;
  /** Sends if there is something to send and nobody talks; answers whether it did. */
  send: (text: string) => boolean;
  stop: () => void;
  /** Tries the last reply again, without repeating the user's line. */
  retry: () => void;
  refresh: () => Promise<void>;
  loadEarlier: () => Promise<void>;
  /** Begins reading; the result ends it, while the reply itself goes on. */
  open: () => () => void;
}

interface Attempt {
  clientId: string;
  content: string;
}

export function createChat(options: ChatOptions): Chat {
  const { sessionId, draft, notify, line = browserLine, schedule = nextFrame } = options;
  const cached = options.cache.read();
  const store = createChatStore(
    cached ? { ...emptyChat, ...mergeNewest(emptyChat, cached), load: 'ready' } : emptyChat,
  );
  const keeper = createLogKeeper({
    sessionId,
    store,
    cache: options.cache,
    onNewest: attachIfRunning,
  });
  let run: ReplyRun | null = null;
  let refused: Attempt | null = null;
  let stopWaits = false;
  let isOpen = false;

  function attachIfRunning(): void {
    const { live, messages } = store.getState();
    const last = messages.at(-1);
    if (!isOpen || live || last?.status !== 'generating') return;
    store.dispatch({ type: 'attached', key: last.key });
    void read(last.key, null, (error) => {
      reportError('The running reply could not be read', error);
      store.dispatch({ type: 'lost' });
    });
  }

  async function read(
    key: string,
    start: OpenStream | null,
    onRefused: (error: ApiError) => void,
  ): Promise<void> {
    run?.leave();
    stopWaits = false;
    keeper.outdate();
    const mine = startRun({ sessionId, key, start, store, line, schedule, onAccepted });
    run = mine;
    const end = await mine.ended;
    if (run === mine) run = null;
    keeper.outdate();
    if (end.type === 'refused') onRefused(end.error);
    else await settle(end);
  }

  function onAccepted(): void {
    refused = null;
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
  }

  function announceFailure(): void {
    const last = store.getState().messages.at(-1);
    if (last?.status === 'failed' && last.content === '') notify(texts.sendFailed);
  }

  function deliver(attempt: Attempt): void {
    const turn = localTurn(attempt.content, attempt.clientId, new Date().toISOString());
    store.dispatch({ type: 'sent', ...turn });
    const start = sendLine(sessionId, attempt.content, attempt.clientId);
    void read(turn.reply.key, start, (error) => refuse(error, attempt));
  }

  function refuse(error: ApiError, attempt: Attempt): void {
    const { entry, errorMessage, toast, stale } = readRefusal(error);
    refused = attempt;
    draft.giveBack(attempt.content);
    store.dispatch(entry === 'keep' ? { type: 'refused', errorMessage } : { type: 'withdrawn' });
    notify(toast);
    if (stale === 'log') void keeper.refresh();
    if (stale === 'lock') options.onLocked();
  }

  function regenerate(message: ChatMessage): void {
    store.dispatch({ type: 'restarted', key: message.key });
    void read(message.key, regenerateReply(sessionId), (error) => {
      const { toast, stale } = readRefusal(error);
      store.dispatch({ type: 'restored', message });
      notify(toast);
      if (stale === 'lock') options.onLocked();
      else void keeper.refresh();
    });
  }

  return {
    store,
    send: (text) => {
      const content = lineOf(text);
      const { phase, load } = store.getState();
      if (!isSendable(content) || isTalking(phase) || load !== 'ready') return false;
      // The same words again are the same attempt: it may have arrived although no answer came.
      const clientId = refused?.content === content ? refused.clientId : newClientId();
      deliver({ clientId, content });
      return true;
    },
    stop: () => {
      const { live } = store.getState();
      if (!run || !live || live.heldAt !== null) return;
      run.hold();
      if (run.isAccepted()) void askToStop(options, store);
      else stopWaits = true;
    },
    retry: () => {
      const { messages, phase } = store.getState();
      const last = messages.at(-1);
      if (!last || isTalking(phase)) return;
      if (!last.local) return regenerate(last);
      if (!refused) return;
      if (lineOf(draft.get()) === refused.content) draft.set('');
      deliver(refused);
    },
    refresh: keeper.refresh,
    loadEarlier: () =>
      keeper.loadEarlier().catch((error: unknown) => {
        reportError('The earlier messages could not be fetched', error);
        notify(texts.earlierFailed);
      }),
    open: () => {
      isOpen = true;
      void keeper.refresh();
      return () => {
        isOpen = false;
        run?.leave();
        if (run?.isAccepted()) store.dispatch({ type: 'detached' });
      };
    },
  };
}
