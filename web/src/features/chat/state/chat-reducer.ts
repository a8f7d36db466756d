import { type ChatState, isTalking, keepShown, longestShown, newLive } from './chat-state';
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
  /** A message was sent: it and an empty reply appear. */
  | { type: 'sent'; user: ChatMessage; reply: ChatMessage }
  /** A reply that had ended is generated again under the same entry. */
  | { type: 'restarted'; key: string }
  /** This tab starts to read a reply that already runs. */
  | { type: 'attached'; key: string }
  /** The stream restarts at its first event. */
  | { type: 'replayed' }
  /** The server has accepted the message. */
  | { type: 'accepted'; key: string }
  | { type: 'event'; key: string; event: ReplyEvent }
  /** No text after the press is shown. */
  | { type: 'stopPressed' }
  /** The request to stop failed: the whole text is shown again. */
  | { type: 'stopFailed' }
  /** The end of the running reply as another call reported it, without the stream. */
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
  /** A retry was refused: the entry is what it was before. */
  | { type: 'restored'; message: ChatMessage }
  /** The messages that wait to be sent. */
  | { type: 'outbox'; waiting: readonly PendingMessage[] }
  /** Since when the server is unreachable; null once it answers. */
  | { type: 'connection'; downSince: string | null }
  /** The screen stops reading; the server keeps generating. */
  | { type: 'detached' }
  /** The connection was lost and reconnecting failed. */
  | { type: 'lost' };

function attach(state: ChatState, key: string): ChatState {
  const reply = state.messages.find((message) => message.key === key);
  if (!reply) return state;
  const seen = state.live?.key === key ? longestShown(state.live) : '';
  const live = newLive(key, reply.content, true, seen);
  return { ...state, live, phase: reply.content === '' ? 'waiting' : 'streaming' };
}

function restart(state: ChatState, key: string): ChatState {
  const former = state.messages.find((message) => message.key === key);
  if (!former) return state;
  const messages = patchMessage(state.messages, key, {
    id: regeneratedId(former.id),
    status: 'generating',
    content: '',
    provider: '',
    suggestions: [],
  });
  return { ...state, messages, live: newLive(key, '', false), phase: 'waiting', refusal: null };
}

function accept(state: ChatState, key: string): ChatState {
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
function applyNewest(state: ChatState, page: MessagePage): ChatState {
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

function endLost(state: ChatState): ChatState {
  if (!state.live) return state;
  const status = state.live.text === '' ? 'failed' : 'interrupted';
  return endReply(state, { messageId: '', userMessageId: '', status });
}

function detach(state: ChatState): ChatState {
  if (!state.live) return state;
  const { key, text } = state.live;
  const messages = patchMessage(state.messages, key, { content: text });
  return { ...state, messages, live: null, phase: 'idle' };
}

function withdraw(state: ChatState): ChatState {
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
      return applyNewest(state, action.page);
    case 'older':
      return { ...state, ...mergeOlder(state, action.page) };
    case 'sent': {
      if (isTalking(state.phase)) return state;
      const messages = [...state.messages, action.user, action.reply];
      const live = newLive(action.reply.key, '', false);
      return { ...state, messages, live, phase: 'waiting', refusal: null };
    }
    case 'restarted':
      return restart(state, action.key);
    case 'attached':
      return attach(state, action.key);
    case 'replayed':
      if (!state.live) return state;
      return { ...state, live: { ...state.live, replay: true, seen: longestShown(state.live) } };
    case 'accepted':
      return accept(state, action.key);
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
      return withdraw(state);
    case 'restored': {
      const messages = patchMessage(state.messages, action.message.key, action.message);
      return { ...state, messages, live: null, phase: 'failed' };
    }
    case 'detached':
      return detach(state);
    case 'lost':
      return endLost(state);
  }
}
