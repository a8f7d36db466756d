import { lazy, Suspense, useRef, useState } from 'react';
import type { Comment } from '#/shared/api/types';
import { useOnDraftDropped } from '../hooks/use-draft-dropped';
import { commentDraftKey, readDraft } from '../model/kept-drafts';
import { CommentRow } from './comment-row';
import { PostBox } from './post-box';

// The module is imported only when needed: few comments have more replies than are fetched with the comment.
const EarlierReplies = lazy(() =>
  import('./earlier-replies').then((m) => ({ default: m.EarlierReplies })),
);

interface ReplyTarget {
  /** Name of the author who is answered. */
  to: string;
  /** Returns the focus to the Reply button; absent if a stored draft opened the box. */
  returnFocus?: () => void;
}

/**
 * A comment with its replies, one level deep: a reply to a reply is shown below the same comment (rule
 * comments-one-level). A stored draft opens the box for a reply again (rule comments-drafts).
 */
export function CommentThread({ character, comment }: { character: string; comment: Comment }) {
  const draftKey = commentDraftKey(character, comment.id);
  const [replyTarget, setReplyTarget] = useState<ReplyTarget | null>(() => readDraft(draftKey));
  const thread = useRef<HTMLLIElement>(null);
  const onReply = ({ user }: Comment, returnFocus: () => void) =>
    setReplyTarget({ to: user.name, returnFocus });
  const closeReplyBox = () => {
    if (!replyTarget) return;
    setReplyTarget(null);
    if (replyTarget.returnFocus) replyTarget.returnFocus();
    else thread.current?.focus();
  };
  useOnDraftDropped(draftKey, closeReplyBox);
  const { replies } = comment;
  return (
    <li className="thread" ref={thread} tabIndex={-1}>
      <CommentRow character={character} comment={comment} onReply={onReply} />
      {(replies.length > 0 || replyTarget) && (
        <div className="thread__replies">
          {comment.replies_cursor !== '' && (
            <Suspense fallback={<div className="thread__earlier" />}>
              <EarlierReplies character={character} comment={comment} />
            </Suspense>
          )}
          {replies.map((reply) => (
            <CommentRow key={reply.id} character={character} comment={reply} onReply={onReply} />
          ))}
          {replyTarget && (
            <PostBox
              character={character}
              reply={{
                parent: comment.id,
                recipientName: replyTarget.to,
                opened: replyTarget.returnFocus !== undefined,
                onClose: closeReplyBox,
              }}
            />
          )}
        </div>
      )}
    </li>
  );
}
