import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '#/shared/api/types';
import { formatLocalTime } from '#/shared/format/format-local-time';
import { plainText } from '#/shared/format/plain-text';
import { EmptyState } from '#/shared/ui/empty-state';
import { Failed } from '#/shared/ui/failed';
import { IconButton } from '#/shared/ui/icon-button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import type { ReplyText } from '../markdown/reply-text';
import { type Archive, archivesQuery } from './archive-queries';
import { ArchivedTalk } from './archived-talk';
import { messageCountText, talkTexts } from './talk-texts';
import './talk.css';

interface EarlierTalksProps {
  session: Session;
  /** False while nothing can be written: earlier talks can then be read, and not brought back. */
  writable: boolean;
  /** Draws the text of a reply. */
  Text: typeof ReplyText;
  /** Called with the conversation, which then has the messages of the archive. */
  onReplaced: (session: Session) => void;
  onClose: () => void;
}

/** The archives of a conversation, and one of them to read (rule chat-earlier-talks). */
export function EarlierTalks({ session, writable, Text, onReplaced, onClose }: EarlierTalksProps) {
  const [read, setRead] = useState<Archive | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** Id of the archive that was read last, whose row gets the focus. */
  const former = useRef<string | null>(null);
  useEffect(() => {
    // Otherwise the row of `former` has taken the focus.
    if (read || former.current === null) title.current?.focus();
  }, [read]);
  const back = () => {
    former.current = read?.id ?? null;
    setRead(null);
  };
  return (
    <div className="earlier-talks">
      <div className="earlier-talks__top">
        {read && (
          <IconButton label="All earlier talks" onClick={back}>
            <ArrowLeft size={20} aria-hidden="true" />
          </IconButton>
        )}
        <h2 className="display t3 earlier-talks__title" ref={title} tabIndex={-1}>
          {read ? formatLocalTime(read.created_at) : talkTexts.earlier}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {read ? (
        <ArchivedTalk
          session={session}
          archive={read}
          restorable={writable && read.kind === 'start_over'}
          Text={Text}
          onReplaced={onReplaced}
        />
      ) : (
        <ArchiveList sessionId={session.id} focused={former.current} onRead={setRead} />
      )}
    </div>
  );
}

interface ArchiveListProps {
  sessionId: string;
  /** The id of the archive whose row takes the focus; null for none. */
  focused: string | null;
  onRead: (archive: Archive) => void;
}

function ArchiveList({ sessionId, focused, onRead }: ArchiveListProps) {
  const { data, isError, isFetching, refetch } = useQuery(archivesQuery(sessionId));
  if (data === undefined) {
    if (!isError) return <SkeletonRows rows={3} label="Opening" />;
    return (
      <Failed
        size="panel"
        title={talkTexts.earlierFailed}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) {
    return <EmptyState title={talkTexts.noEarlier} help={talkTexts.noEarlierHelp} />;
  }
  return (
    <ul className="earlier-talks__list" aria-label={talkTexts.earlier}>
      {data.map((archive) => (
        <li key={archive.id}>
          <button
            type="button"
            className="archive-row"
            // biome-ignore lint/a11y/noAutofocus: the row that was read has the focus again
            autoFocus={archive.id === focused}
            onClick={() => onRead(archive)}
          >
            <span className="archive-row__head">
              <span className="display">{formatLocalTime(archive.created_at)}</span>{' '}
              <span className="small muted">{messageCountText(archive.message_count)}</span>
            </span>{' '}
            <span className="archive-row__line" dir="auto">
              {plainText(archive.lastMessage.content)}
            </span>
            {archive.kind === 'edit' && (
              <span className="small muted archive-row__kind"> {talkTexts.ofEdit}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
