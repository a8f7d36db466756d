import { useRequireLogin, useSession } from '#/features/auth';
import { ConfirmNote } from '#/features/confirmation';
import { isEmailUnconfirmed, usePostComment } from '../api/comment-mutations';
import { commentDraftKey } from '../model/kept-drafts';
import { maxLengths, texts } from '../texts';
import { WriteBox } from './write-box';

interface PostBoxProps {
  /** Slug or id of the character. */
  character: string;
  /**
   * Present for a reply. `parent` is the id of the comment. `recipientName` is the name of the user who is
   * answered. `opened` is true if a press of Reply opened the box, which then takes the focus.
   */
  reply?: { parent: string; recipientName: string; opened: boolean; onClose: () => void };
}

/**
 * The box to write a comment or a reply in. A visitor's text is posted after the login (rule
 * access-login-first). If the user's address is not confirmed, the refusal is shown below the box (rule
 * comments-unconfirmed).
 */
export function PostBox({ character, reply }: PostBoxProps) {
  const post = usePostComment(character);
  const requireLogin = useRequireLogin();
  const session = useSession();
  const isEmailConfirmed = session.status === 'in' && session.user.email_verified === true;
  const parent = reply?.parent ?? null;
  const send = (comment: string, refocus: () => void) =>
    // CommentThread removes the box of a posted reply and returns the focus to Reply.
    requireLogin(() => post.mutate({ comment, parent }, reply ? {} : { onSuccess: refocus }), {
      aim: 'comment',
      character,
    })();
  const label = reply ? `Reply to ${reply.recipientName}` : texts.placeholder;
  return (
    <>
      <WriteBox
        label={label}
        placeholder={label}
        buttonText={reply ? 'Reply' : 'Post'}
        maxLength={maxLengths.comment}
        tooLongText={texts.tooLong}
        isSending={post.isPending}
        draftKey={commentDraftKey(character, parent)}
        onSend={send}
        {...(reply && {
          recipientName: reply.recipientName,
          opened: reply.opened,
          onCancel: reply.onClose,
        })}
      />
      {isEmailUnconfirmed(post.error) && !isEmailConfirmed && (
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
