import { Heart, Reply } from 'lucide-react';
import { type MouseEvent, type Ref, useState } from 'react';
import { useRequireLogin } from '#/features/auth';
import type { Comment } from '#/shared/api/types';
import { countWithNoun, formatCount } from '#/shared/format/format-count';
import { useDeleteComment, useLikeComment } from '../api/comment-mutations';
import { texts } from '../texts';

interface CommentActionsProps {
  character: string;
  comment: Comment;
  replyRef: Ref<HTMLButtonElement>;
  onReply: () => void;
  onReport: () => void;
}

function CommentLikeButton({ character, comment }: { character: string; comment: Comment }) {
  const { id, like_count: count, is_liked_by_user: liked } = comment;
  const like = useLikeComment(character, id);
  const requireLogin = useRequireLogin();
  return (
    <button
      type="button"
      className="comment__action"
      aria-pressed={liked}
      aria-label={count > 0 ? `Like, ${countWithNoun(count, 'like')}` : 'Like this comment'}
      onClick={requireLogin(() => like.mutate(!liked), { aim: 'discuss', character })}
    >
      <Heart size={15} aria-hidden="true" />
      {count > 0 ? <span className="num">{formatCount(count)}</span> : 'Like'}
    </button>
  );
}

interface ConfirmDeleteProps {
  onKeep: () => void;
  onDelete: () => void;
}

function ConfirmDelete({ onKeep, onDelete }: ConfirmDeleteProps) {
  const confirm = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The comment will be removed with its buttons: focus the list.
    currentTarget.closest<HTMLElement>('.comments')?.focus();
    onDelete();
  };
  return (
    <fieldset className="comment__actions">
      <legend className="comment__ask">{texts.deleteAsk}</legend>
      <button type="button" className="comment__action comment__action--bad" onClick={confirm}>
        Delete
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: the question replaces the pressed button, which had the focus */}
      <button type="button" className="comment__action" autoFocus onClick={onKeep}>
        Keep
      </button>
    </fieldset>
  );
}

/**
 * The buttons of a comment: Like, Reply, and Delete or Report. The user deletes own comments and
 * reports those of others (rules comments-delete-own, comments-report).
 */
export function CommentActions(props: CommentActionsProps) {
  const { character, comment, replyRef, onReply, onReport } = props;
  const [asking, setAsking] = useState(false);
  const remove = useDeleteComment(character, comment.id);
  if (asking) {
    const confirm = () => {
      setAsking(false);
      remove.mutate();
    };
    return <ConfirmDelete onKeep={() => setAsking(false)} onDelete={confirm} />;
  }
  return (
    <div className="comment__actions">
      <CommentLikeButton character={character} comment={comment} />
      <button type="button" className="comment__action" ref={replyRef} onClick={onReply}>
        <Reply size={15} aria-hidden="true" />
        Reply
      </button>
      {comment.is_own ? (
        <button
          type="button"
          className="comment__action comment__action--quiet"
          onClick={() => setAsking(true)}
        >
          Delete
        </button>
      ) : (
        <button type="button" className="comment__action comment__action--quiet" onClick={onReport}>
          Report
        </button>
      )}
    </div>
  );
}
