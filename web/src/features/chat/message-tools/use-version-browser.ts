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
 * Turns through the versions of a reply. Presses during a fetch add up. When the fetch has ended,
 * only the version that the last press reached is fetched.
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
  const goalVersionId = useRef<string>(null);
  const pick = usePickVersion(chat);
  const foundIndex = versions.findIndex(({ id }) => id === wanted);
  const index = foundIndex < 0 ? shownIndex : foundIndex;

  const fetchGoal = async () => {
    let fetched: string | null = null;
    try {
      while (goalVersionId.current !== null && goalVersionId.current !== fetched) {
        fetched = goalVersionId.current;
        await pick.mutateAsync(fetched);
      }
    } catch {
      // The mutation has shown the error.
    }
    await chat.refreshTabs();
    goalVersionId.current = null;
    setWanted(null);
  };

  return {
    index,
    count: versions.length,
    turn: (by) => {
      const nextVersion = versions[index + by];
      if (!nextVersion || isGenerating(chat.store.getState().phase)) return;
      const isPicking = goalVersionId.current !== null;
      goalVersionId.current = nextVersion.id;
      setWanted(nextVersion.id);
      onFlip();
      if (!isPicking) void fetchGoal();
    },
  };
}
