import { type ChatAction, reduceChat } from '../state/chat-reducer';
import type { ChatState } from '../state/chat-state';

/** The state of one conversation. Components read it through `useChatState`. */
export interface ChatStore {
  getState: () => ChatState;
  subscribe: (listener: () => void) => () => void;
  dispatch: (action: ChatAction) => void;
}

export function createChatStore(initial: ChatState): ChatStore {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch: (action) => {
      const next = reduceChat(state, action);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
