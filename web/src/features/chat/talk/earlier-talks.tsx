import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '#/shared/api/types';
import { formatLocalTime } from '#/shared/format/format-local-time';
import { plainText } from '#/shared/format/plain-text';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { IconButton } from '#/shared/ui/icon-button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import type { ReplyText } from '../markdown/reply-text';
import { type Archive, archivesQuery } from './archive-queries';
import { ArchivedTalk } from './archived-talk';
import { messageCountText, talkTexts } from './talk-texts';
import './talk.css';

interface EarlierTalksProps {
  session: Session;
  /** False while nothing can be written. Earlier talks can then be read, but not restored. */
  canWrite: boolean;
  /** Draws the text of a reply. */
  Text: typeof ReplyText;
  /** Called with the conversation, which then has the messages of the archive. */
  onReplaced: (session: Session) => void;
  onClose: () => void;
}

/** Lists the archives of a conversation, and shows the archive that the user chooses (rule chat-earlier-talks). */
export function EarlierTalks({ session, canWrite, Text, onReplaced, onClose }: EarlierTalksProps) {
  const [openedArchive, setOpenedArchive] = useState<Archive | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** Id of the archive that was read last, whose row gets the focus. */
  const lastReadId = useRef<string | null>(null);
  useEffect(() => {
    // After Back, the row of the archive that was read last already has the focus (autoFocus).
    if (openedArchive || lastReadId.current === null) title.current?.focus();
  }, [openedArchive]);
  const goBack = () => {
    lastReadId.current = openedArchive?.id ?? null;
    setOpenedArchive(null);
  };
  return (
    <div className="earlier-talks">
      <div className="earlier-talks__top">
        {openedArchive && (
          <IconButton label="All earlier talks" onClick={goBack}>
            <ArrowLeft size={20} aria-hidden="true" />
          </IconButton>
        )}
        <h2 className="display t3 earlier-talks__title" ref={title} tabIndex={-1}>
          {openedArchive ? formatLocalTime(openedArchive.created_at) : talkTexts.earlier}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {openedArchive ? (
        <ArchivedTalk
          session={session}
          archive={openedArchive}
          canRestore={canWrite && openedArchive.kind === 'start_over'}
          Text={Text}
          onReplaced={onReplaced}
        />
      ) : (
        <ArchiveList
          sessionId={session.id}
          focusedId={lastReadId.current}
          onRead={setOpenedArchive}
        />
      )}
    </div>
  );
}

interface ArchiveListProps {
  sessionId: string;
  /** The id of the archive whose row takes the focus; null for none. */
  focusedId: string | null;
  onRead: (archive: Archive) => void;
}

function ArchiveList({ sessionId, focusedId, onRead }: ArchiveListProps) {
  const { data, isError, isFetching, refetch } = useQuery(archivesQuery(sessionId));
  if (data === undefined) {
    if (!isError) return <SkeletonRows rows={3} label="Opening" />;
    return (
      <FailedRead
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
            autoFocus={archive.id === focusedId}
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
