import { useRequireLogin } from '#/features/auth';
import { usePostComment } from '../api/comment-mutations';
import { commentDraft } from '../model/kept-drafts';
import { limits, texts } from '../texts';
import { WriteBox } from './write-box';

interface PostBoxProps {
  /** Slug or id of the character. */
  character: string;
  /** Present for a reply: the comment that it belongs to, who is answered, and whether just now. */
  reply?: { parent: string; to: string; opened: boolean; onClose: () => void };
}

/** Writes a comment or a reply. A visitor's is posted once they have logged in. */
export function PostBox({ character, reply }: PostBoxProps) {
  const post = usePostComment(character);
  const requireLogin = useRequireLogin();
  const parent = reply?.parent ?? null;
  const send = (comment: string, refocus: () => void) =>
    // A reply's box goes when it is posted, and gives the focus back itself.
    requireLogin(() => post.mutate({ comment, parent }, reply ? {} : { onSuccess: refocus }))();
  const label = reply ? `Reply to ${reply.to}` : texts.placeholder;
  return (
    <>
      <WriteBox
        label={label}
        placeholder={label}
        action={reply ? 'Reply' : 'Post'}
        limit={limits.comment}
        tooLong={texts.tooLong}
        sending={post.isPending}
        draft={commentDraft(character, parent)}
        onSend={send}
        {...(reply && { to: reply.to, opened: reply.opened, onCancel: reply.onClose })}
      />
      <p className="visually-hidden" aria-live="polite">
        {post.isSuccess && texts.posted}
      </p>
    </>
  );
}
