import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FollowedColumn, followColumn } from './follow-column';

interface FollowScroll {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Its content, whose growth is followed. */
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
  const previous = useRef(firstKey);
  const [isFollowing, setFollowing] = useState(true);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    const followed = followColumn(scroller.current, content.current, setFollowing);
    column.current = followed;
    return () => {
      column.current = null;
      followed.dispose();
    };
  }, []);

  useLayoutEffect(() => {
    if (previous.current !== undefined && previous.current !== firstKey) {
      column.current?.keepPlace();
    }
    previous.current = firstKey;
  }, [firstKey]);

  const jumpToEnd = useCallback(() => column.current?.jumpToEnd(), []);

  return { scroller, content, isFollowing, jumpToEnd };
}
