import { clsx } from 'clsx';
import {
  Bell,
  Check,
  Heart,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  ReceiptText,
  Star,
  Trash2,
  UserRoundPlus,
} from 'lucide-react';
import type { Notice } from '#/shared/api/types';
import { formatAge } from '#/shared/format/format-time';
import { buttonClass } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

/** Icons by type of notice. The other types, those of orders and refunds, use the icon of a receipt. */
const noticeIcons: Readonly<Record<string, LucideIcon>> = {
  like: Heart,
  comment: MessageSquare,
  follow: UserRoundPlus,
  feature: Star,
  promotion: Megaphone,
  reminder: Bell,
};

interface NoticeRowProps {
  notice: Notice;
  /** True while a change of this notice is sent. */
  isChanging: boolean;
  onRead: () => void;
  onDelete: () => void;
}

/** The link of a notice. Following it marks the notice read. */
function ActionLink({ notice, onRead }: Pick<NoticeRowProps, 'notice' | 'onRead'>) {
  const { action_url: url, action_text: text, is_read: isRead } = notice;
  if (url === null) return null;
  return (
    <Link
      className={clsx(buttonClass('line', 'sm'), 'notice__action')}
      to={url}
      onClick={() => {
        if (!isRead) onRead();
      }}
    >
      {text ?? 'View'}
      <VisuallyHidden>: {notice.title}</VisuallyHidden>
    </Link>
  );
}

/**
 * A notice with its link and the buttons that mark it read and delete it. A pressed button may disappear, so
 * the row is focusable and can take the focus. Rule notifications-panel.
 */
export function NoticeRow({ notice, isChanging, onRead, onDelete }: NoticeRowProps) {
  const Icon = noticeIcons[notice.type] ?? ReceiptText;
  return (
    <li
      className={clsx('notice', !notice.is_read && 'notice--unread')}
      tabIndex={-1}
      aria-busy={isChanging}
    >
      <Icon className="notice__icon" size={20} aria-hidden="true" />
      <div className="notice__words">
        <p className="notice__title">
          {notice.title}
          {!notice.is_read && (
            <span className="notice__dot">
              <VisuallyHidden>Unread</VisuallyHidden>
            </span>
          )}
        </p>
        <p className="muted">{notice.message}</p>
      </div>
      <time className="notice__age small faint num" dateTime={notice.created_at}>
        {formatAge(notice.created_at)}
      </time>
      <ActionLink notice={notice} onRead={onRead} />
      <div className="notice__buttons">
        {!notice.is_read && (
          <IconButton label="Mark as read" aria-disabled={isChanging} onClick={onRead}>
            <Check size={18} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="Delete" aria-disabled={isChanging} onClick={onDelete}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
