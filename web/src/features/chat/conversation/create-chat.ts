import { type ApiError, isDeletedChat } from '#/shared/api/errors';
import { newClientId } from '#/shared/lib/client-id';
import { reportError } from '#/shared/lib/report-error';
import { browserReconnectWaiter } from '../browser/browser-network';
import { nextFrame } from '../browser/next-frame';
import type { Draft } from '../composer/draft';
import { createOutbox } from '../composer/outbox';
import { createMessageLoader, type PageCache } from '../log/message-loader';
import { emptyChat, isGenerating } from '../state/chat-state';
import { mergeNewest } from '../state/merge-pages';
import { hasStoredId, localTurn } from '../state/message';
import { isSendable, textToSend } from '../state/message-text';
import type { PendingMessage } from '../state/pending-message';
import { readRefusal } from '../state/refusal';
import type { Chat, ReplyStart } from '../store/chat';
import { createChatStore } from '../store/chat-store';
import type { StreamOpener } from '../store/stream-opener';
import { createConnection } from '../stream/connection';
import type { FollowEnd } from '../stream/follow-reply';
import type { Schedule } from '../stream/piece-buffer';
import type { ReconnectWaiter } from '../stream/reconnect-wait';
import { type ReplyRun, startReplyRun } from '../stream/reply-run';
import { regenerateReply, sendMessage } from '../stream/reply-stream';
import { isStreamBehind, resumeReply } from '../stream/resume-reply';
import { requestStop } from '../stream/stop-reply';
import { texts } from '../texts';

export interface ChatOptions {
  sessionId: string;
  draft: Draft;
  cache: PageCache;
  /** Shows an error to the user. */
  notify: (text: string) => void;
  /** Called with the stored error message of a refused send (rule chat-refusal-stored-text). */
  onError: (errorMessage: string) => void;
  /** Called when a reply starts or ends. Lists that show the last message are then stale. */
  onActivity: () => void;
  /** Called when a reply to a message of this tab has started. */
  onStarted: () => void;
  /** Called when the conversation does not exist any more. */
  onDeleted: () => void;
  /** Called when a message is refused because the character is locked. */
  onLocked: () => void;
  /** Called when the login has ended. `again` repeats the refused send. */
  onLoginEnded: (again: () => void) => void;
  reconnectWaiter?: ReconnectWaiter;
  schedule?: Schedule;
}

/** How a reply is started and read. */
interface RunReplyOptions {
  /** Starts the reply; null if it already runs. */
  startRequest: StreamOpener | null;
  /** Repeats the request and attaches to the same reply; null if a second request would start another one. */
  repeatRequest: StreamOpener | null;
  onUnsent: () => void;
  onRefused: (error: ApiError) => void;
}

export function createChat(options: ChatOptions): Chat {
  const { sessionId, draft, notify, schedule = nextFrame } = options;
  const { reconnectWaiter = browserReconnectWaiter } = options;
  const cachedPage = options.cache.read();
  const store = createChatStore(
    cachedPage
      ? { ...emptyChat, ...mergeNewest(emptyChat, cachedPage), loadState: 'ready' }
      : emptyChat,
  );
  const outbox = createOutbox(sessionId);
  const loader = createMessageLoader({
    sessionId,
    store,
    cache: options.cache,
    onNewestPage,
    onOnline: (reached) => onConnection(reached),
    onDeleted: options.onDeleted,
  });
  const connection = createConnection({
    store,
    reconnectWaiter,
    probe: loader.refresh,
    onReconnect: sendWaiting,
  });
  let currentRun: ReplyRun | null = null;
  /** The message whose request has no answer yet. */
  let inFlight: PendingMessage | null = null;
  /** Refused messages. Their client ids are reused if the same text is sent again. */
  let lastRefused: readonly PendingMessage[] = [];
  /** True if Stop was pressed before the server accepted the message. */
  let isStopPending = false;
  let isChatOpen = false;

  function onConnection(up: boolean): void {
    if (!isChatOpen) return;
    if (up) connection.markUp();
    else connection.markDown();
  }

  function onNewestPage(): void {
    for (const { clientId } of store.getState().messages) outbox.remove(clientId);
    syncWaiting();
    attachIfRunning();
    sendWaiting();
  }

  function attachIfRunning(): void {
    const { liveReply, messages } = store.getState();
    const lastMessage = messages.at(-1);
    if (
      !isChatOpen ||
      lastMessage?.status !== 'generating' ||
      (liveReply && !isStreamBehind(liveReply, lastMessage))
    )
      return;
    currentRun?.leave();
    store.dispatch({ type: 'attached', key: lastMessage.key });
    void runReply(lastMessage.key, {
      startRequest: null,
      repeatRequest: null,
      onUnsent: () => undefined,
      onRefused: (error) => {
        reportError('The running reply could not be read', error);
        store.dispatch({ type: 'lost' });
      },
    });
  }

  async function runReply(
    key: string,
    { startRequest, repeatRequest, onUnsent, onRefused }: RunReplyOptions,
  ): Promise<void> {
    currentRun?.leave();
    isStopPending = false;
    loader.invalidate();
    const resume = resumeReply({
      sessionId,
      replyKey: key,
      store,
      resend: repeatRequest,
      refresh: loader.refresh,
    });
    const thisRun = startReplyRun({
      replyKey: key,
      startRequest,
      resume,
      store,
      reconnectWaiter,
      schedule,
      onAccepted,
      onConnection,
    });
    currentRun = thisRun;
    const end = await thisRun.ended;
    if (currentRun === thisRun) currentRun = null;
    loader.invalidate();
    if (end.type === 'refused') onRefused(end.error);
    else if (end.type === 'unsent') onUnsent();
    else await refetchAfterEnd(end);
  }

  function onAccepted(): void {
    if (inFlight) outbox.remove(inFlight.clientId);
    inFlight = null;
    lastRefused = [];
    loader.invalidate();
    options.onStarted();
    options.onActivity();
    if (isStopPending) void requestStop(options, store);
  }

  /** Fetches the stored messages: they are authoritative for ids, times, provider and status. */
  async function refetchAfterEnd(end: FollowEnd): Promise<void> {
    if (end.type === 'aborted') return;
    if (end.type === 'lost') store.dispatch({ type: 'lost' });
    options.onActivity();
    announceFailure();
    await loader.refresh();
    if (end.type === 'gone') store.dispatch({ type: 'lost' });
    sendWaiting();
  }

  function announceFailure(): void {
    const lastMessage = store.getState().messages.at(-1);
    if (lastMessage?.status === 'failed' && lastMessage.content === '') notify(texts.sendFailed);
  }

  function syncWaiting(): void {
    const waitingMessages = outbox.list().filter((message) => message !== inFlight);
    const formerWaitingMessages = store.getState().pendingMessages;
    if (waitingMessages.length + formerWaitingMessages.length > 0)
      store.dispatch({ type: 'outbox', pendingMessages: waitingMessages });
  }

  /**
   * Puts the message back into the outbox after a request without an answer. The server may have stored it
   * all the same.
   */
  function postpone(): void {
    inFlight = null;
    store.dispatch({ type: 'withdrawn' });
    syncWaiting();
    onConnection(false);
  }

  /**
   * Sends the first waiting message. Messages are sent one at a time: the next waits until the reply has
   * ended (rule chat-outbox).
   */
  function sendWaiting(): void {
    const { phase, downSince, loadState: load } = store.getState();
    const [next] = outbox.list();
    const canSend = isChatOpen && !inFlight && !isGenerating(phase);
    if (next && canSend && downSince === null && load === 'ready') deliver(next);
  }

  function deliver(pendingMessage: PendingMessage): void {
    inFlight = pendingMessage;
    outbox.add(pendingMessage);
    syncWaiting();
    const turn = localTurn(
      pendingMessage.content,
      pendingMessage.clientId,
      pendingMessage.createdAt,
    );
    store.dispatch({ type: 'sent', ...turn });
    const start = sendMessage(sessionId, pendingMessage.content, pendingMessage.clientId);
    // `start` contains the client id of the message. So a repeated `start` attaches to the reply of
    // the first `start`.
    const repeatRequest = start;
    void runReply(turn.reply.key, {
      startRequest: start,
      repeatRequest,
      onUnsent: postpone,
      onRefused: refuseSend,
    });
  }

  /**
   * Puts a refused message back into the field, and the waiting messages after it (rule
   * chat-refused-line).
   */
  function refuseSend(error: ApiError): void {
    const refusedMessages = outbox.list();
    const content = refusedMessages.map((message) => message.content).join('\n');
    // The server refuses the client id of a deleted or archived message for days, so it is not used again.
    lastRefused = /^message_(deleted|archived)$/.test(error.code) ? [] : refusedMessages;
    inFlight = null;
    for (const { clientId } of refusedMessages) outbox.remove(clientId);
    store.dispatch({ type: 'withdrawn' });
    syncWaiting();
    draft.prepend(content);
    reportRefusal(error, () => {
      if (!draft.removePrepended(content)) return;
      for (const pendingMessage of refusedMessages) outbox.add(pendingMessage);
      syncWaiting();
      sendWaiting();
    });
  }

  function reportRefusal(error: ApiError, retry: () => void): void {
    const refusal = readRefusal(error);
    options.onError(refusal.errorMessage);
    // rule accounts-login-ends
    if (error.status === 401) options.onLoginEnded(retry);
    else store.dispatch({ type: 'refused', refusal });
    // rule payment-ends-chat
    if (error.status === 403) options.onLocked();
    if (isDeletedChat(error)) options.onDeleted();
    // Another tab has a running reply: show it.
    if (error.status === 409) void loader.refresh();
  }

  function beginReply({ action, replyKey, startRequest, retry, onFailed }: ReplyStart): void {
    const { messages } = store.getState();
    const restoreMessages = () => {
      store.dispatch({ type: 'restored', messages });
      onFailed?.();
    };
    store.dispatch(action);
    void runReply(replyKey, {
      startRequest,
      // After a lost connection the request is not repeated: a second request could attach to another reply.
      // `resumeReply` finds the id of this reply in the stored messages.
      repeatRequest: null,
      onUnsent: () => {
        restoreMessages();
        onConnection(false);
      },
      onRefused: (error) => {
        restoreMessages();
        reportRefusal(error, retry);
        if (error.status !== 403) void loader.refresh();
      },
    });
  }

  function retry(): void {
    const { messages, phase } = store.getState();
    const lastMessage = messages.at(-1);
    if (!lastMessage || lastMessage.isUser || isGenerating(phase)) return;
    beginReply({
      action: { type: 'restarted', key: lastMessage.key },
      replyKey: lastMessage.key,
      startRequest: regenerateReply(
        sessionId,
        hasStoredId(lastMessage) ? { message_id: lastMessage.id } : {},
      ),
      retry,
    });
  }

  function send(text: string): boolean {
    const content = textToSend(text);
    const { phase, loadState: load, downSince } = store.getState();
    if (!isSendable(content) || isGenerating(phase) || load !== 'ready') return false;
    // The same text reuses the client id: the message may have been stored although it was refused.
    const refusedMessage = lastRefused.find((message) => message.content === content);
    const pendingMessage = {
      clientId: refusedMessage?.clientId ?? newClientId(),
      content,
      createdAt: new Date().toISOString(),
    };
    if (downSince === null && outbox.list().length === 0) {
      deliver(pendingMessage);
      return true;
    }
    outbox.add(pendingMessage);
    store.dispatch({ type: 'refused', refusal: null });
    syncWaiting();
    sendWaiting();
    return true;
  }

  function queue(pendingMessage: PendingMessage): void {
    outbox.add(pendingMessage);
    // The message is shown only after the newest page is loaded. Before that it would stand above the older
    // messages for a moment.
    if (store.getState().loadState !== 'ready') return;
    syncWaiting();
    sendWaiting();
  }

  return {
    sessionId,
    store,
    send,
    queue,
    stop: () => {
      const { liveReply } = store.getState();
      if (!currentRun || !liveReply || liveReply.stoppedAt !== null) return;
      currentRun.freeze();
      if (currentRun.isAccepted()) void requestStop(options, store);
      else isStopPending = true;
    },
    retry,
    beginReply,
    refreshTabs: () => {
      loader.invalidate();
      options.onStarted();
      options.onActivity();
      return loader.refresh();
    },
    moveToField: draft.prepend,
    refresh: loader.refresh,
    loadEarlier: () =>
      loader.loadEarlier().then(
        () => true,
        (error: unknown) => {
          reportError('The earlier messages could not be fetched', error);
          notify(texts.earlierFailed);
          return false;
        },
      ),
    removeWaiting: (pending, edit) => {
      outbox.remove(pending.clientId);
      syncWaiting();
      if (edit) draft.prepend(pending.content);
    },
    setOnline: (online) => {
      if (!online) return onConnection(false);
      connection.probeNow();
      void loader.refresh();
    },
    reconnectNow: connection.probeNow,
    dismissRefusal: () => {
      if (store.getState().refusal) store.dispatch({ type: 'refused', refusal: null });
    },
    open: () => {
      isChatOpen = true;
      syncWaiting();
      void loader.refresh();
      return () => {
        isChatOpen = false;
        connection.close();
        currentRun?.leave();
        if (currentRun?.isAccepted()) store.dispatch({ type: 'detached' });
      };
    },
  };
}
