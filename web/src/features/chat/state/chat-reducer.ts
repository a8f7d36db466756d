import {
  type ChatState,
  isGenerating,
  keepShownText,
  longestShownText,
  newLiveReply,
} from './chat-state';
import { type MessagePage, mergeNewest, mergeOlder } from './merge-pages';
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
   * A message was sent: the message and an empty reply are appended. With `editedKey`, they replace
   * the message with this key and all messages after it.
   */
  | { type: 'sent'; userMessage: ChatMessage; reply: ChatMessage; editedKey?: string }
  /**
   * A reply that has ended is generated again in the same entry. With `content`, it continues after
   * this text.
   */
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
  /** The server did not accept the message: the message and its empty reply are removed. */
  | { type: 'withdrawn' }
  /** Why a send was refused; null clears it. */
  | { type: 'refused'; refusal: Refusal | null }
  /** A call that changes the log was refused: `messages` is the log from before the call. */
  | { type: 'restored'; messages: readonly ChatMessage[] }
  /** A message was changed, or deleted if there is no patch. */
  | { type: 'changed'; key: string; patch: Partial<ChatMessage> | null }
  /** The messages that wait to be sent. */
  | { type: 'outbox'; pendingMessages: readonly PendingMessage[] }
  /** Since when the server is unreachable; null once it answers. */
  | { type: 'connection'; downSince: string | null }
  /** The screen stops reading; the server keeps generating. */
  | { type: 'detached' }
  /** The connection was lost and reconnecting failed. */
  | { type: 'lost' };

function attachTabToReply(state: ChatState, key: string): ChatState {
  const reply = state.messages.find((message) => message.key === key);
  if (!reply) return state;
  const seenText = state.liveReply?.replyKey === key ? longestShownText(state.liveReply) : '';
  const attachedReply = newLiveReply(key, reply.content, true, seenText);
  return {
    ...state,
    liveReply: attachedReply,
    phase: reply.content === '' ? 'waiting' : 'streaming',
  };
}

function restartReply(state: ChatState, key: string, content = ''): ChatState {
  const formerReply = state.messages.find((message) => message.key === key);
  if (!formerReply) return state;
  const messages = patchMessage(state.messages, key, {
    id: regeneratedId(formerReply.id),
    status: 'generating',
    content,
    provider: '',
    suggestions: [],
  });
  return {
    ...state,
    messages,
    liveReply: newLiveReply(key, content, false),
    phase: 'waiting',
    refusal: null,
  };
}

function acceptTurn(state: ChatState, key: string): ChatState {
  const reply = state.messages.find((message) => message.key === key);
  if (!reply?.isLocal) return state;
  const messages = state.messages.map((message) =>
    message === reply || message.clientId === reply.replyTo
      ? { ...message, isLocal: false }
      : message,
  );
  return { ...state, messages };
}

/**
 * Merges the newest stored messages into the log. If the stored status of the running reply is final,
 * `liveReply` becomes null, even while the stream of the reply is open.
 */
function applyNewestPage(state: ChatState, page: MessagePage): ChatState {
  const nextState = { ...state, ...mergeNewest(state, page), loadState: 'ready' as const };
  const row = nextState.messages.find((message) => message.key === state.liveReply?.replyKey);
  if (!state.liveReply || row?.status === 'generating') return nextState;
  const phase = row && hasFailed(row) ? 'failed' : 'settled';
  if (row?.status !== 'interrupted') return { ...nextState, liveReply: null, phase };
  const content = keepShownText(row.content, longestShownText(state.liveReply));
  return {
    ...nextState,
    messages: patchMessage(nextState.messages, row.key, { content }),
    liveReply: null,
    phase,
  };
}

function endLostReply(state: ChatState): ChatState {
  if (!state.liveReply) return state;
  const status = state.liveReply.text === '' ? 'failed' : 'interrupted';
  return endReply(state, { messageId: '', userMessageId: '', status });
}

function detachTabFromReply(state: ChatState): ChatState {
  if (!state.liveReply) return state;
  const { replyKey, text } = state.liveReply;
  const messages = patchMessage(state.messages, replyKey, { content: text });
  return { ...state, messages, liveReply: null, phase: 'idle' };
}

function withdrawTurn(state: ChatState): ChatState {
  const messages = state.messages.filter((message) => !message.isLocal);
  return { ...state, messages, liveReply: null, phase: 'idle' };
}

function setStoppedAt(state: ChatState, stoppedAt: number | null): ChatState {
  return state.liveReply ? { ...state, liveReply: { ...state.liveReply, stoppedAt } } : state;
}

/** The reducer of one conversation. Pure. */
export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'newest':
      return applyNewestPage(state, action.page);
    case 'older':
      return { ...state, ...mergeOlder(state, action.page) };
    case 'sent': {
      if (isGenerating(state.phase)) return state;
      const at = state.messages.findIndex((message) => message.key === action.editedKey);
      const keptMessages = at < 0 ? state.messages : state.messages.slice(0, at);
      const messages = [...keptMessages, action.userMessage, action.reply];
      const waitingReply = newLiveReply(action.reply.key, '', false);
      return { ...state, messages, liveReply: waitingReply, phase: 'waiting', refusal: null };
    }
    case 'restarted':
      return restartReply(state, action.key, action.content);
    case 'attached':
      return attachTabToReply(state, action.key);
    case 'replayed':
      if (!state.liveReply) return state;
      return {
        ...state,
        liveReply: {
          ...state.liveReply,
          isReplay: true,
          seenText: longestShownText(state.liveReply),
        },
      };
    case 'accepted':
      return acceptTurn(state, action.key);
    case 'event':
      return reduceReply(state, action.key, action.event);
    case 'stopPressed':
      return setStoppedAt(state, state.liveReply?.text.length ?? null);
    case 'stopFailed':
      return setStoppedAt(state, null);
    case 'ended':
      return endReply(state, action, action.content);
    case 'refused':
      return { ...state, refusal: action.refusal };
    case 'outbox':
      return { ...state, pendingMessages: action.pendingMessages };
    case 'connection':
      return { ...state, downSince: action.downSince };
    case 'unreadable':
      return state.loadState === 'pending' ? { ...state, loadState: 'failed' } : state;
    case 'withdrawn':
      return withdrawTurn(state);
    case 'restored':
      return { ...state, messages: action.messages, liveReply: null, phase: 'failed' };
    case 'changed': {
      const { key, patch } = action;
      const messages = patch
        ? patchMessage(state.messages, key, patch)
        : state.messages.filter((message) => message.key !== key);
      return { ...state, messages };
    }
    case 'detached':
      return detachTabFromReply(state);
    case 'lost':
      return endLostReply(state);
  }
}
