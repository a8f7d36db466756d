import { useRequireLogin, useSession } from '#/features/auth';
import { ConfirmNote } from '#/features/confirmation';
import { isUnconfirmed, usePostComment } from '../api/comment-mutations';
import { commentDraftKey } from '../model/kept-drafts';
import { limits, texts } from '../texts';
import { WriteBox } from './write-box';

interface PostBoxProps {
  /** Slug or id of the character. */
  character: string;
  /**
   * Present for a reply. `parent`: id of the comment. `to`: name of the user who is answered. `opened`: a
   * press of Reply opened the box, which then takes the focus.
   */
  reply?: { parent: string; to: string; opened: boolean; onClose: () => void };
}

/**
 * The box to write a comment or a reply in. A visitor's text is posted after the login. A refusal because the
 * address is not confirmed is shown below the box (rule comments-unconfirmed).
 */
export function PostBox({ character, reply }: PostBoxProps) {
  const post = usePostComment(character);
  const requireLogin = useRequireLogin();
  const session = useSession();
  const confirmed = session.status === 'in' && session.user.email_verified === true;
  const parent = reply?.parent ?? null;
  const send = (comment: string, refocus: () => void) =>
    // The box of a posted reply is removed and returns the focus itself.
    requireLogin(() => post.mutate({ comment, parent }, reply ? {} : { onSuccess: refocus }), {
      aim: 'comment',
      character,
    })();
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
        draft={commentDraftKey(character, parent)}
        onSend={send}
        {...(reply && { to: reply.to, opened: reply.opened, onCancel: reply.onClose })}
      />
      {isUnconfirmed(post.error) && !confirmed && (
        <div role="alert">
          <ConfirmNote text={texts.confirmEmail} />
        </div>
      )}
      <p className="visually-hidden" aria-live="polite">
        {post.isSuccess && texts.posted}
      </p>
    </>
  );
}
