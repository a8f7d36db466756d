import { type ChatAction, reduceChat } from '../state/chat-reducer';
import { type ChatState, emptyChat } from '../state/chat-state';
import { localTurn } from '../state/message';
import type { ReplyEvent } from '../state/reply-event';
import { replyRow } from './fakes';

/** A message of the user and the empty reply to it, with the keys user-1 and ai-1. */
export const turn = localTurn('Hello', 'user-1', '2026-11-20T21:00:00Z');

export const newestPageAction: ChatAction = {
  type: 'newest',
  page: { messages: [replyRow('g')], hasMore: false },
};
export const sentAction: ChatAction = { type: 'sent', ...turn };
export const acceptAction: ChatAction = { type: 'accepted', key: 'ai-1' };

export const eventAction = (event: ReplyEvent, key = 'ai-1'): ChatAction => ({
  type: 'event',
  key,
  event,
});

export const pieceAction = (text: string) => eventAction({ type: 'piece', text });

export const endAction = (
  status: 'complete' | 'stopped' | 'failed' | 'interrupted',
  type: 'complete' | 'done' = 'complete',
) => eventAction({ type, end: { messageId: 'm2', userMessageId: 'm1', status } });

/** Applies actions to an empty chat. */
export function reduceAll(...actions: ChatAction[]): ChatState {
  return actions.reduce(reduceChat, emptyChat);
}

export function lastMessage(state: ChatState) {
  const last = state.messages.at(-1);
  if (!last) throw new Error('a message is expected');
  return last;
}
