import { createStore } from 'zustand/vanilla';
import { type ChatAction, reduceChat } from '../state/chat-reducer';
import type { ChatState } from '../state/chat-state';

/** The state of one conversation. Components read it through `useChatState`. */
export interface ChatStore {
  getState: () => ChatState;
  subscribe: (listener: () => void) => () => void;
  dispatch: (action: ChatAction) => void;
}

export function createChatStore(initial: ChatState): ChatStore {
  const { getState, setState, subscribe } = createStore<ChatState>()(() => initial);
  return {
    getState,
    subscribe: (listener) => subscribe(listener),
    dispatch: (action) => setState(reduceChat(getState(), action), true),
  };
}
