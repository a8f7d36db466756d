import { useState } from 'react';
import type { Comment } from '#/shared/api/types';
import { newestReplies } from '../messages';
import { CommentRow } from './comment-row';
import { PostBox } from './post-box';

interface Answering {
  to: string;
  giveBack: () => void;
}

/** A comment with its replies, one level deep: a reply to a reply stands below the same comment. */
export function CommentThread({ character, comment }: { character: string; comment: Comment }) {
  const [answering, setAnswering] = useState<Answering | null>(null);
  const onReply = ({ user }: Comment, giveBack: () => void) =>
    setAnswering({ to: user.name, giveBack });
  const close = () => {
    setAnswering(null);
    answering?.giveBack();
  };
  const { replies, reply_count: all } = comment;
  return (
    <li className="thread">
      <CommentRow character={character} comment={comment} onReply={onReply} />
      {(replies.length > 0 || answering) && (
        <div className="thread__replies">
          {all > replies.length && (
            <p className="small faint">{newestReplies(replies.length, all)}</p>
          )}
          {replies.map((reply) => (
            <CommentRow key={reply.id} character={character} comment={reply} onReply={onReply} />
          ))}
          {answering && (
            <PostBox
              key={answering.to}
              character={character}
              reply={{ parent: comment.id, to: answering.to, onClose: close }}
            />
          )}
        </div>
      )}
    </li>
  );
}
