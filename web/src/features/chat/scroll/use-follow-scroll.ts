import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FollowedColumn, keepColumnAtEnd } from './follow-column';

interface FollowScroll {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The content of `scroller`. When the content grows and `isFollowing` is true, `scroller` scrolls to the end. */
  content: RefObject<HTMLDivElement | null>;
  isFollowing: boolean;
  jumpToEnd: () => void;
}

/**
 * Keeps a column of rows at its end until the reader scrolls up. `firstKey` is the key of the first row. A new
 * `firstKey` means that earlier rows were prepended. The visible rows then keep their place (rule
 * chat-long-talk).
 */
export function useFollowScroll(firstKey: string | undefined): FollowScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const column = useRef<FollowedColumn>(null);
  const formerFirstMessageKey = useRef(firstKey);
  const [isFollowing, setFollowing] = useState(true);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    const followedColumn = keepColumnAtEnd(scroller.current, content.current, setFollowing);
    column.current = followedColumn;
    return () => {
      column.current = null;
      followedColumn.dispose();
    };
  }, []);

  useLayoutEffect(() => {
    if (formerFirstMessageKey.current !== undefined && formerFirstMessageKey.current !== firstKey) {
      column.current?.keepPlace();
    }
    formerFirstMessageKey.current = firstKey;
  }, [firstKey]);

  const jumpToEnd = useCallback(() => column.current?.jumpToEnd(), []);

  return { scroller, content, isFollowing, jumpToEnd };
}
