import { type ChatState, isTalking, keepShown, longestShown, newLiveReply } from './chat-state';
import { type MessagePage, mergeNewest, mergeOlder } from './merge';
import { type ChatMessage, hasFailed, type ReplyStatus, regeneratedId } from './message';
import type { PendingMessage } from './pending-message';
import type { Refusal } from './refusal';
import type { ReplyEvent } from './reply-event';
import { endReply, patchMessage, reduceReply } from './reply-reducer';

export type ChatAction =
  /** The newest page arrived. */
  | { type: 'newest'; page: MessagePage }
  | { type: 'older'; page: MessagePage }
  /** The first page did not arrive. */
  | { type: 'unreadable' }
  /**
   * A message was sent: the message and an empty reply appear. They replace the message with the key `edited`
   * and all that follows it.
   */
  | { type: 'sent'; user: ChatMessage; reply: ChatMessage; edited?: string }
  /** A reply that had ended is generated again under the same entry, from the text `content` on. */
  | { type: 'restarted'; key: string; content?: string }
  /** This tab starts to read a reply that already runs. */
  | { type: 'attached'; key: string }
  /** The stream restarts at its first event. */
  | { type: 'replayed' }
  /** The server has accepted the message. */
  | { type: 'accepted'; key: string }
  | { type: 'event'; key: string; event: ReplyEvent }
  /** Stop was pressed: text that arrives later is not shown. */
  | { type: 'stopPressed' }
  /** The request to stop failed: the whole text is shown again. */
  | { type: 'stopFailed' }
  /** Another call, not the stream, has reported the end of the running reply. */
  | {
      type: 'ended';
      messageId: string;
      userMessageId: string;
      status: ReplyStatus;
      content: string;
    }
  /** The server did not accept the message: its entries are removed. */
  | { type: 'withdrawn' }
  /** Why a send was refused; null clears it. */
  | { type: 'refused'; refusal: Refusal | null }
  /** A call that changes the log was refused: the log is again what it was before. */
  | { type: 'restored'; messages: readonly ChatMessage[] }
  /** A message was changed, or deleted if there is no patch. */
  | { type: 'changed'; key: string; patch: Partial<ChatMessage> | null }
  /** The messages that wait to be sent. */
  | { type: 'outbox'; waiting: readonly PendingMessage[] }
  /** Since when the server is unreachable; null once it answers. */
  | { type: 'connection'; downSince: string | null }
  /** The screen stops reading; the server keeps generating. */
  | { type: 'detached' }
  /** The connection was lost and reconnecting failed. */
  | { type: 'lost' };

function attachReply(state: ChatState, key: string): ChatState {
  const reply = state.messages.find((message) => message.key === key);
  if (!reply) return state;
  const seen = state.live?.key === key ? longestShown(state.live) : '';
  const live = newLiveReply(key, reply.content, true, seen);
  return { ...state, live, phase: reply.content === '' ? 'waiting' : 'streaming' };
}

function restartReply(state: ChatState, key: string, content = ''): ChatState {
  const former = state.messages.find((message) => message.key === key);
  if (!former) return state;
  const messages = patchMessage(state.messages, key, {
    id: regeneratedId(former.id),
    status: 'generating',
    content,
    provider: '',
    suggestions: [],
  });
  return {
    ...state,
    messages,
    live: newLiveReply(key, content, false),
    phase: 'waiting',
    refusal: null,
  };
}

function acceptTurn(state: ChatState, key: string): ChatState {
  const reply = state.messages.find((message) => message.key === key);
  if (!reply?.local) return state;
  const messages = state.messages.map((message) =>
    message === reply || message.clientId === reply.replyTo
      ? { ...message, local: false }
      : message,
  );
  return { ...state, messages };
}

/** A stored row with a final status ends the running reply, also while its stream is open. */
function applyNewestPage(state: ChatState, page: MessagePage): ChatState {
  const next = { ...state, ...mergeNewest(state, page), load: 'ready' as const };
  const row = next.messages.find((message) => message.key === state.live?.key);
  if (!state.live || row?.status === 'generating') return next;
  const phase = row && hasFailed(row) ? 'failed' : 'settled';
  if (row?.status !== 'interrupted') return { ...next, live: null, phase };
  const content = keepShown(row.content, longestShown(state.live));
  return {
    ...next,
    messages: patchMessage(next.messages, row.key, { content }),
    live: null,
    phase,
  };
}

function endLostReply(state: ChatState): ChatState {
  if (!state.live) return state;
  const status = state.live.text === '' ? 'failed' : 'interrupted';
  return endReply(state, { messageId: '', userMessageId: '', status });
}

function detachReply(state: ChatState): ChatState {
  if (!state.live) return state;
  const { key, text } = state.live;
  const messages = patchMessage(state.messages, key, { content: text });
  return { ...state, messages, live: null, phase: 'idle' };
}

function withdrawTurn(state: ChatState): ChatState {
  const messages = state.messages.filter((message) => !message.local);
  return { ...state, messages, live: null, phase: 'idle' };
}

function setStoppedAt(state: ChatState, stoppedAt: number | null): ChatState {
  return state.live ? { ...state, live: { ...state.live, stoppedAt } } : state;
}

/** The reducer of one conversation. Pure. */
export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'newest':
      return applyNewestPage(state, action.page);
    case 'older':
      return { ...state, ...mergeOlder(state, action.page) };
    case 'sent': {
      if (isTalking(state.phase)) return state;
      const at = state.messages.findIndex((message) => message.key === action.edited);
      const kept = at < 0 ? state.messages : state.messages.slice(0, at);
      const messages = [...kept, action.user, action.reply];
      const live = newLiveReply(action.reply.key, '', false);
      return { ...state, messages, live, phase: 'waiting', refusal: null };
    }
    case 'restarted':
      return restartReply(state, action.key, action.content);
    case 'attached':
      return attachReply(state, action.key);
    case 'replayed':
      if (!state.live) return state;
      return { ...state, live: { ...state.live, replay: true, seen: longestShown(state.live) } };
    case 'accepted':
      return acceptTurn(state, action.key);
    case 'event':
      return reduceReply(state, action.key, action.event);
    case 'stopPressed':
      return setStoppedAt(state, state.live?.text.length ?? null);
    case 'stopFailed':
      return setStoppedAt(state, null);
    case 'ended':
      return endReply(state, action, action.content);
    case 'refused':
      return { ...state, refusal: action.refusal };
    case 'outbox':
      return { ...state, waiting: action.waiting };
    case 'connection':
      return { ...state, downSince: action.downSince };
    case 'unreadable':
      return state.load === 'pending' ? { ...state, load: 'failed' } : state;
    case 'withdrawn':
      return withdrawTurn(state);
    case 'restored':
      return { ...state, messages: action.messages, live: null, phase: 'failed' };
    case 'changed': {
      const { key, patch } = action;
      const messages = patch
        ? patchMessage(state.messages, key, patch)
        : state.messages.filter((message) => message.key !== key);
      return { ...state, messages };
    }
    case 'detached':
      return detachReply(state);
    case 'lost':
      return endLostReply(state);
  }
}
