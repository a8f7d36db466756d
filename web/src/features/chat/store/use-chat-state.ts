import { useSyncExternalStore } from 'react';
import { type ChatState, shownText } from '../state/chat-state';
import type { ChatMessage } from '../state/message';
import type { ChatStore } from './chat-store';

/** Reads a part of the conversation. The selector must return the same value for the same state. */
export function useChatState<T>(store: ChatStore, select: (state: ChatState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

const subscribeToNothing = (): (() => void) => () => undefined;

/** The text of a reply: the streamed text while it runs, else the text of its entry. */
export function useReplyText(store: ChatStore | null, message: ChatMessage): string {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => {
    const liveReply = store?.getState().liveReply;
    return liveReply?.replyKey === message.key ? shownText(liveReply) : message.content;
  });
}
