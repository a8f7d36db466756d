import { useRequireLogin } from '#/features/auth';
import { usePostComment } from '../api/use-comments';
import { limits, texts } from '../messages';
import { WriteBox } from './write-box';

interface PostBoxProps {
  /** Slug or id of the character. */
  character: string;
  /** Present for a reply: the comment that it belongs to, and who is answered. */
  reply?: { parent: string; to: string; onClose: () => void };
}

/** Writes a comment or a reply. A visitor's is posted once they have logged in. */
export function PostBox({ character, reply }: PostBoxProps) {
  const post = usePostComment(character);
  const requireLogin = useRequireLogin();
  const send = (comment: string, done: () => void) => {
    const draft = { comment, parent: reply?.parent ?? null };
    requireLogin(() => post.mutate(draft, { onSuccess: reply?.onClose ?? done }))();
  };
  const label = reply ? `Reply to ${reply.to}` : texts.placeholder;
  return (
    <WriteBox
      label={label}
      placeholder={label}
      action={reply ? 'Reply' : 'Post'}
      limit={limits.comment}
      tooLong={texts.tooLong}
      sending={post.isPending}
      onSend={send}
      {...(reply && { onCancel: reply.onClose })}
    />
  );
}
