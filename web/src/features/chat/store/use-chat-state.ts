import { useSyncExternalStore } from 'react';
import { type ChatState, shownText } from '../state/chat-state';
import type { ChatMessage } from '../state/message';
import type { ChatStore } from './chat-store';

/** Reads a part of the conversation. The selector must answer the same value for the same state. */
export function useChatState<T>(store: ChatStore, select: (state: ChatState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

const follow = (): (() => void) => () => undefined;

/** The words of a reply: those of the stream while it is read here, else those of its entry. */
export function useReplyText(store: ChatStore | null, message: ChatMessage): string {
  return useSyncExternalStore(store?.subscribe ?? follow, () => {
    const live = store?.getState().live;
    return live?.key === message.key ? shownText(live) : message.content;
  });
}
