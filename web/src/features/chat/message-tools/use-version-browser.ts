import { useRef, useState } from 'react';
import { isGenerating } from '../state/chat-state';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { usePickVersion } from './tool-mutations';

export interface VersionBrowser {
  /** Index of the version that is shown or being fetched. */
  index: number;
  count: number;
  /** Shows the next (1) or the previous (-1) version; does nothing at the ends. */
  turn: (by: 1 | -1) => void;
}

/**
 * Turns through the versions of a reply. Presses during a fetch add up: after it, only the version
 * at which they end is fetched.
 */
export function useVersionBrowser(
  chat: Chat,
  reply: ChatMessage | undefined,
  onFlip: () => void,
): VersionBrowser {
  const versions = reply?.versions ?? [];
  const shownIndex = Math.max(
    0,
    versions.findIndex(({ id }) => id === reply?.id),
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const goalId = useRef<string>(null);
  const pick = usePickVersion(chat);
  const found = versions.findIndex(({ id }) => id === wanted);
  const index = found < 0 ? shownIndex : found;

  const fetchGoal = async () => {
    let fetched: string | null = null;
    try {
      while (goalId.current !== null && goalId.current !== fetched) {
        fetched = goalId.current;
        await pick.mutateAsync(fetched);
      }
    } catch {
      // The mutation has shown the error.
    }
    await chat.refreshTabs();
    goalId.current = null;
    setWanted(null);
  };

  return {
    index,
    count: versions.length,
    turn: (by) => {
      const next = versions[index + by];
      if (!next || isGenerating(chat.store.getState().phase)) return;
      const running = goalId.current !== null;
      goalId.current = next.id;
      setWanted(next.id);
      onFlip();
      if (!running) void fetchGoal();
    },
  };
}
