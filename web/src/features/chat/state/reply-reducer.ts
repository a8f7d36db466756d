import {
  type ChatState,
  keepShownText,
  type LiveReply,
  longestShownText,
  shownText,
} from './chat-state';
import { type ChatMessage, hasFailed } from './message';
import type { ReplyEnd, ReplyEvent } from './reply-event';

export function patchMessage(
  messages: readonly ChatMessage[],
  key: string,
  patch: Partial<ChatMessage>,
): readonly ChatMessage[] {
  return messages.map((message) => (message.key === key ? { ...message, ...patch } : message));
}

/** The `waitReason` of a waiting reply, by the reason that the server sends. */
const waitReasonByServerReason: Readonly<Record<string, LiveReply['waitReason']>> = {
  loading_model: 'loading',
  queued: 'queued',
};

function withLiveReply(state: ChatState, live: LiveReply): ChatState {
  return { ...state, liveReply: live, phase: live.text === '' ? 'waiting' : 'streaming' };
}

/** Sets the stored id of the user's message with this client id. */
function setStoredId(
  messages: readonly ChatMessage[],
  clientId: string,
  id: string,
): readonly ChatMessage[] {
  if (clientId === '' || id === '') return messages;
  return messages.map((message) =>
    message.clientId === clientId ? { ...message, id, isLocal: false } : message,
  );
}

/** The text that stays when the reply has ended (rules replies-stop, replies-partial-kept). */
function finalReplyText(live: LiveReply, status: ReplyEnd['status']): string {
  if (status === 'stopped') return shownText(live);
  return status === 'interrupted' ? keepShownText(live.text, longestShownText(live)) : live.text;
}

/**
 * Ends the running reply with `content`, or else with the text that is shown. Text hidden by Stop is shown
 * again if the reply had ended by itself.
 */
export function endReply(state: ChatState, end: ReplyEnd, content?: string): ChatState {
  const { liveReply } = state;
  const reply = state.messages.find((message) => message.key === liveReply?.replyKey);
  if (!liveReply || !reply) return state;
  const isIdKnown = end.messageId !== '';
  const messages = patchMessage(state.messages, liveReply.replyKey, {
    id: isIdKnown ? end.messageId : reply.id,
    isLocal: reply.isLocal && !isIdKnown,
    replyTo: end.userMessageId || reply.replyTo,
    status: end.status,
    content: content ?? finalReplyText(liveReply, end.status),
  });
  return {
    ...state,
    messages: setStoredId(messages, reply.replyTo, end.userMessageId),
    liveReply: null,
    phase: hasFailed(end) ? 'failed' : 'settled',
  };
}

function addPiece(state: ChatState, live: LiveReply, text: string): ChatState {
  const wholeText = live.isReplay ? text : live.text + text;
  return withLiveReply(state, { ...live, text: wholeText, isReplay: false, waitReason: null });
}

function addSuggestions(state: ChatState, key: string, list: readonly string[]): ChatState {
  return { ...state, messages: patchMessage(state.messages, key, { suggestions: list }) };
}

/** Applies one event of the reply `key`. Pieces of a reply that has ended change nothing. */
export function reduceReply(state: ChatState, key: string, event: ReplyEvent): ChatState {
  if (event.type === 'suggestions') return addSuggestions(state, key, event.list);
  const { liveReply } = state;
  if (liveReply?.replyKey !== key) return state;
  switch (event.type) {
    case 'piece':
      return addPiece(state, liveReply, event.text);
    case 'replace':
      return withLiveReply(state, {
        ...liveReply,
        text: event.text,
        isReplay: false,
        seenText: longestShownText(liveReply),
      });
    case 'complete':
    case 'done':
      return { ...endReply(state, event.end), isDemo: event.end.isDemo ?? state.isDemo };
    case 'waiting': {
      const waitReason = waitReasonByServerReason[event.reason] ?? null;
      return {
        ...state,
        liveReply: { ...liveReply, waitReason, waitSeconds: event.seconds },
      };
    }
    case 'saving': {
      const patch = event.messageId === '' ? {} : { id: event.messageId, isLocal: false };
      const messages = patchMessage(state.messages, key, patch);
      return { ...state, messages, liveReply: { ...liveReply, waitReason: 'saving' } };
    }
    case 'error':
      return state;
  }
}
