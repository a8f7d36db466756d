import { type ChatState, isTalking, keepSeen, longestSeen, newLive } from './chat-state';
import { type MessagePage, mergeNewest, mergeOlder } from './merge';
import { anewId, type ChatMessage, hasFailed, type ReplyStatus } from './message';
import type { Attempt } from './pending-message';
import type { Refusal } from './refusal';
import type { ReplyEvent } from './reply-event';
import { endReply, patchMessage, reduceReply } from './reply-reducer';

export type ChatAction =
  /** The newest page arrived. */
  | { type: 'newest'; page: MessagePage }
  | { type: 'older'; page: MessagePage }
  /** The first page did not arrive. */
  | { type: 'unreadable' }
  /** A line was sent; it and the empty reply appear. */
  | { type: 'sent'; user: ChatMessage; reply: ChatMessage }
  /** A reply that had ended is written anew, under the same entry. */
  | { type: 'restarted'; key: string }
  /** This tab begins to read a reply that is already running. */
  | { type: 'attached'; key: string }
  /** The stream begins again at its first event. */
  | { type: 'replayed' }
  /** The server has taken the line. */
  | { type: 'accepted'; key: string }
  | { type: 'event'; key: string; event: ReplyEvent }
  /** Stop was pressed, or its call failed. */
  | { type: 'held'; on: boolean }
  /** The server's word on the running reply, where the stream did not bring it. */
  | {
      type: 'ended';
      messageId: string;
      userMessageId: string;
      status: ReplyStatus;
      content: string;
    }
  /** The server did not take the line: its entries go. */
  | { type: 'withdrawn' }
  /** Why a send was refused; null when that is no longer of interest. */
  | { type: 'refused'; refusal: Refusal | null }
  /** A new try was refused: the reply is again what it was. */
  | { type: 'restored'; message: ChatMessage }
  /** Lines that wait to be sent. */
  | { type: 'outbox'; waiting: readonly Attempt[] }
  /** The server cannot be reached since then; null: it answers. */
  | { type: 'line'; downSince: string | null }
  /** The reader leaves; the reply goes on. */
  | { type: 'detached' }
  /** The stream broke and could not be found again. */
  | { type: 'lost' };

function attach(state: ChatState, key: string): ChatState {
  const reply = state.messages.find((message) => message.key === key);
  if (!reply) return state;
  const seen = state.live?.key === key ? longestSeen(state.live) : '';
  const live = newLive(key, reply.content, true, seen);
  return { ...state, live, phase: reply.content === '' ? 'waiting' : 'streaming' };
}

function restart(state: ChatState, key: string): ChatState {
  const former = state.messages.find((message) => message.key === key);
  if (!former) return state;
  const messages = patchMessage(state.messages, key, {
    id: anewId(former.id),
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

/** The stored row decides when it is final, also while a stream of the same reply is still open. */
function takeNewest(state: ChatState, page: MessagePage): ChatState {
  const next = { ...state, ...mergeNewest(state, page), load: 'ready' as const };
  const row = next.messages.find((message) => message.key === state.live?.key);
  if (!state.live || row?.status === 'generating') return next;
  const phase = row && hasFailed(row) ? 'failed' : 'settled';
  if (row?.status !== 'interrupted') return { ...next, live: null, phase };
  const content = keepSeen(row.content, longestSeen(state.live));
  return {
    ...next,
    messages: patchMessage(next.messages, row.key, { content }),
    live: null,
    phase,
  };
}

function lose(state: ChatState): ChatState {
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

/** The whole life of a conversation on the screen. Pure. */
export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'newest':
      return takeNewest(state, action.page);
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
      return { ...state, live: { ...state.live, replay: true, seen: longestSeen(state.live) } };
    case 'accepted':
      return accept(state, action.key);
    case 'event':
      return reduceReply(state, action.key, action.event);
    case 'held': {
      if (!state.live) return state;
      const heldAt = action.on ? state.live.text.length : null;
      return { ...state, live: { ...state.live, heldAt } };
    }
    case 'ended':
      return endReply(state, action, action.content);
    case 'refused':
      return { ...state, refusal: action.refusal };
    case 'outbox':
      return { ...state, waiting: action.waiting };
    case 'line':
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
      return lose(state);
  }
}
