import { useEffect, useId, useRef } from 'react';
import type { Comment } from '#/shared/api/types';
import { useEarlierReplies } from '../hooks/use-earlier-replies';
import { newestRepliesText, texts } from '../texts';

interface EarlierRepliesProps {
  character: string;
  /** A comment with replies that are not fetched. */
  comment: Comment;
}

/**
 * The button above the replies that fetches earlier ones (rule comments-earlier-replies). It stays in its place
 * and keeps the focus. It disappears when all replies are fetched. The first reply then gets the focus.
 */
export function EarlierReplies({ character, comment }: EarlierRepliesProps) {
  const { busy, fetchEarlier } = useEarlierReplies(character, comment);
  const noteId = useId();
  const buttonBox = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const list = buttonBox.current?.parentElement;
    return () => {
      if (hadFocus.current)
        list?.querySelector<HTMLElement>('.comment')?.focus({ preventScroll: true });
    };
  }, []);
  const shownCount = comment.replies.length;
  const totalCount = comment.reply_count;
  return (
    <div className="thread__earlier" ref={buttonBox}>
      <button
        type="button"
        className="comment__action"
        aria-describedby={noteId}
        aria-disabled={busy || undefined}
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={() => {
          hadFocus.current = false;
        }}
        onClick={() => busy || void fetchEarlier()}
      >
        {texts.earlier}
      </button>
      <p className="small faint" id={noteId} aria-live="polite">
        {totalCount > shownCount && newestRepliesText(shownCount, totalCount)}
      </p>
    </div>
  );
}
