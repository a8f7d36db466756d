import { useRef, useState } from 'react';
import { useRequireLogin } from '#/features/auth';
import type { Comment } from '#/shared/api/types';
import { formatAge } from '#/shared/format/format-time';
import { UserPicture } from '#/shared/ui/user-picture';
import { useReportComment } from '../api/comment-mutations';
import { useOnDraftDropped } from '../hooks/use-draft-dropped';
import { readDraft, reportDraftKey } from '../model/kept-drafts';
import { maxLengths, texts } from '../texts';
import { CommentActions } from './comment-actions';
import { WriteBox } from './write-box';

interface CommentRowProps {
  character: string;
  comment: Comment;
  /** Called when Reply is pressed. `done` returns the focus to the button. */
  onReply: (comment: Comment, done: () => void) => void;
}

interface ReportBoxProps {
  character: string;
  id: string;
  isOpenedByPress: boolean;
  onClose: () => void;
}

function ReportBox({ character, id, isOpenedByPress, onClose }: ReportBoxProps) {
  const report = useReportComment(id);
  const requireLogin = useRequireLogin();
  return (
    <WriteBox
      label="What is wrong with this comment?"
      placeholder="What is wrong with this comment?"
      buttonText="Report"
      maxLength={maxLengths.reason}
      tooLongText={texts.reportTooLong}
      isSending={report.isPending}
      draftKey={reportDraftKey(id)}
      onSend={(reason) =>
        requireLogin(() => report.mutate(reason), { aim: 'discuss', character })()
      }
      onCancel={onClose}
      opened={isOpenedByPress}
    />
  );
}

/** One comment or reply. Its text is plain text: no markup, no links (rule comments-plain-text). */
export function CommentRow({ character, comment, onReply }: CommentRowProps) {
  const draftKey = reportDraftKey(comment.id);
  const [reportState, setReportState] = useState<'opened' | 'kept' | null>(() =>
    readDraft(draftKey) ? 'kept' : null,
  );
  const replyButton = useRef<HTMLButtonElement>(null);
  const { user, comment: text, created_at: at, is_deleted: isDeleted } = comment;
  const focusReply = () => replyButton.current?.focus();
  const closeReport = () => {
    setReportState(null);
    focusReply();
  };
  useOnDraftDropped(draftKey, closeReport);
  return (
    <article className="comment" tabIndex={-1} aria-label={`Comment of ${user.name}`}>
      <UserPicture name={user.name} src={user.avatar} lazy />
      <div className="comment__words">
        <p className="comment__head">
          <bdi className="comment__name">{user.name}</bdi>
          <time dateTime={at}>{formatAge(at)}</time>
        </p>
        <p className="comment__text" dir="auto" data-gone={isDeleted || undefined}>
          {text}
        </p>
        {!isDeleted && (
          <CommentActions
            character={character}
            comment={comment}
            replyRef={replyButton}
            onReply={() => onReply(comment, focusReply)}
            onReport={() => setReportState('opened')}
          />
        )}
        {reportState && (
          <ReportBox
            character={character}
            id={comment.id}
            isOpenedByPress={reportState === 'opened'}
            onClose={closeReport}
          />
        )}
      </div>
    </article>
  );
}
