import { lazy, Suspense, useRef, useState } from 'react';
import type { Comment } from '#/shared/api/types';
import { useDraftDropped } from '../hooks/use-draft-dropped';
import { commentDraftKey, readDraft } from '../model/kept-drafts';
import { CommentRow } from './comment-row';
import { PostBox } from './post-box';

// The code is fetched when needed: few comments have more replies than the list contains.
const EarlierReplies = lazy(() =>
  import('./earlier-replies').then((m) => ({ default: m.EarlierReplies })),
);

interface ReplyTarget {
  /** Name of the author who is answered. */
  to: string;
  /** Returns the focus to the Reply button; absent if a stored draft opened the box. */
  giveBack?: () => void;
}

/** A comment with its replies, one level deep: a reply to a reply is shown below the same comment. */
export function CommentThread({ character, comment }: { character: string; comment: Comment }) {
  const draft = commentDraftKey(character, comment.id);
  const [answering, setAnswering] = useState<ReplyTarget | null>(() => readDraft(draft));
  const thread = useRef<HTMLLIElement>(null);
  const onReply = ({ user }: Comment, giveBack: () => void) =>
    setAnswering({ to: user.name, giveBack });
  const close = () => {
    if (!answering) return;
    setAnswering(null);
    if (answering.giveBack) answering.giveBack();
    else thread.current?.focus();
  };
  useDraftDropped(draft, close);
  const { replies } = comment;
  return (
    <li className="thread" ref={thread} tabIndex={-1}>
      <CommentRow character={character} comment={comment} onReply={onReply} />
      {(replies.length > 0 || answering) && (
        <div className="thread__replies">
          {comment.replies_cursor !== '' && (
            <Suspense fallback={<div className="thread__earlier" />}>
              <EarlierReplies character={character} comment={comment} />
            </Suspense>
          )}
          {replies.map((reply) => (
            <CommentRow key={reply.id} character={character} comment={reply} onReply={onReply} />
          ))}
          {answering && (
            <PostBox
              character={character}
              reply={{
                parent: comment.id,
                to: answering.to,
                opened: answering.giveBack !== undefined,
                onClose: close,
              }}
            />
          )}
        </div>
      )}
    </li>
  );
}
