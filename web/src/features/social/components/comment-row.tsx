import { useRef, useState } from 'react';
import { useRequireLogin } from '#/features/auth';
import type { Comment } from '#/shared/api/types';
import { formatAge } from '#/shared/lib/format-time';
import { useReportComment } from '../api/use-comments';
import { limits, texts } from '../messages';
import { Author } from './author';
import { CommentActions } from './comment-actions';
import { WriteBox } from './write-box';

interface CommentRowProps {
  character: string;
  comment: Comment;
  /** Somebody presses Reply; `done` gives the focus back. */
  onReply: (comment: Comment, done: () => void) => void;
}

function ReportBox({ id, onClose }: { id: string; onClose: () => void }) {
  const report = useReportComment(id);
  const requireLogin = useRequireLogin();
  return (
    <WriteBox
      label="What is wrong with this comment?"
      placeholder="What is wrong with this comment?"
      action="Report"
      limit={limits.reason}
      tooLong={texts.reportTooLong}
      sending={report.isPending}
      onSend={(reason) => requireLogin(() => report.mutate(reason, { onSuccess: onClose }))()}
      onCancel={onClose}
    />
  );
}

/** One comment or reply. Its text is plain text, whatever it looks like. */
export function CommentRow({ character, comment, onReply }: CommentRowProps) {
  const [reporting, setReporting] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const { user, comment: text, created_at: at, is_deleted: gone } = comment;
  const focusReply = () => replyButton.current?.focus();
  return (
    <article className="comment" aria-label={`Comment of ${user.name}`}>
      <Author user={user} />
      <div className="comment__words">
        <p className="comment__head">
          <bdi className="comment__name">{user.name}</bdi>
          <time dateTime={at}>{formatAge(at)}</time>
        </p>
        <p className="comment__text" dir="auto" data-gone={gone || undefined}>
          {text}
        </p>
        {!gone && (
          <CommentActions
            character={character}
            comment={comment}
            replyRef={replyButton}
            onReply={() => onReply(comment, focusReply)}
            onReport={() => setReporting(true)}
          />
        )}
        {reporting && (
          <ReportBox
            id={comment.id}
            onClose={() => {
              setReporting(false);
              focusReply();
            }}
          />
        )}
      </div>
    </article>
  );
}
