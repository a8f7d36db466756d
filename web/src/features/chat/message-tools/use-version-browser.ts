import { useRef, useState } from 'react';
import { isTalking } from '../state/chat-state';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { usePickVersion } from './tool-mutations';

export interface VersionBrowser {
  /** Index of the version that is shown or being fetched. */
  at: number;
  count: number;
  /** Shows the next (1) or the previous (-1) version; does nothing at the ends. */
  turn: (by: 1 | -1) => void;
}

/**
 * Turns through the versions of a reply. Presses during a fetch are added up: only the version at which they
 * end is fetched.
 */
export function useVersionBrowser(
  chat: Chat,
  reply: ChatMessage | undefined,
  onFlip: () => void,
): VersionBrowser {
  const versions = reply?.versions ?? [];
  const present = Math.max(
    0,
    versions.findIndex(({ id }) => id === reply?.id),
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const goal = useRef<string>(null);
  const pick = usePickVersion(chat);
  const found = versions.findIndex(({ id }) => id === wanted);
  const at = found < 0 ? present : found;

  const fetchGoal = async () => {
    let fetched: string | null = null;
    try {
      while (goal.current !== null && goal.current !== fetched) {
        fetched = goal.current;
        await pick.mutateAsync(fetched);
      }
    } catch {
      // The mutation has shown the error.
    }
    await chat.changed();
    goal.current = null;
    setWanted(null);
  };

  return {
    at,
    count: versions.length,
    turn: (by) => {
      const next = versions[at + by];
      if (!next || isTalking(chat.store.getState().phase)) return;
      const running = goal.current !== null;
      goal.current = next.id;
      setWanted(next.id);
      onFlip();
      if (!running) void fetchGoal();
    },
  };
}
