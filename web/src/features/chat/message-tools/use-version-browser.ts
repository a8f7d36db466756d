import { useRef, useState } from 'react';
import { isGenerating } from '../state/chat-state';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { usePickVersion } from './tool-mutations';

export interface VersionBrowser {
  /** Index of the version that is shown or being fetched. */
  index: number;
  versionCount: number;
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
  const targetVersionId = useRef<string>(null);
  const pick = usePickVersion(chat);
  const foundIndex = versions.findIndex(({ id }) => id === wanted);
  const index = foundIndex < 0 ? shownIndex : foundIndex;

  const fetchTargetVersion = async () => {
    let fetched: string | null = null;
    try {
      while (targetVersionId.current !== null && targetVersionId.current !== fetched) {
        fetched = targetVersionId.current;
        await pick.mutateAsync(fetched);
      }
    } catch {
      // The mutation has shown the error.
    }
    await chat.refreshTabs();
    targetVersionId.current = null;
    setWanted(null);
  };

  return {
    index,
    versionCount: versions.length,
    turn: (by) => {
      const nextVersion = versions[index + by];
      if (!nextVersion || isGenerating(chat.store.getState().phase)) return;
      const isFetchingVersion = targetVersionId.current !== null;
      targetVersionId.current = nextVersion.id;
      setWanted(nextVersion.id);
      onFlip();
      if (!isFetchingVersion) void fetchTargetVersion();
    },
  };
}
