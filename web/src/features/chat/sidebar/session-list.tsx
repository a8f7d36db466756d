import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteChats } from '#/features/chat-deletion';
import type { Session } from '#/shared/api/types';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { paths } from '#/shared/lib/paths';
import { Button, buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { deleteLabel, texts } from '../texts';
import { findSessions } from './find-sessions';
import { sessionsQuery } from './session-queries';
import { type HoverLabel, SessionRow } from './session-row';

interface SessionListProps {
  userId: string;
  activeSlug: string;
  isCollapsed: boolean;
  search: string;
  onChoose: () => void;
}

/** Number of placeholder rows while the list loads (rule chat-sidebar-loading). */
const placeholderRows = 3;

function NoChats() {
  return (
    <EmptyState
      isFrameless
      title={texts.noChats}
      help={texts.noChatsHelp}
      action={
        <Link className={buttonClass('talk', 'sm')} to={paths.home.getHref()}>
          {texts.meet}
        </Link>
      }
    />
  );
}

/** The rows, each with a button that deletes its chat (rule chats-delete-sidebar). */
function SessionRows({
  sessions,
  activeSlug,
  isCollapsed,
  onChoose,
}: Omit<SessionListProps, 'userId' | 'search'> & { sessions: readonly Session[] }) {
  const [label, setLabel] = useState<HoverLabel | null>(null);
  const [sessionToDelete, setSessionToDelete] = useState<Session | null>(null);
  const { list, onRemove } = useFocusAfterRemoval<HTMLUListElement>(
    sessions.length,
    '.chat-row__delete',
    () => null,
  );
  return (
    <>
      <ul ref={list}>
        {sessions.map((session) => (
          <li className="chat-item" key={session.id}>
            <SessionRow
              session={session}
              active={session.character.slug === activeSlug}
              isCollapsed={isCollapsed}
              onChoose={onChoose}
              onHoverLabel={setLabel}
            />
            {!isCollapsed && (
              <IconButton
                className="chat-row__delete"
                label={deleteLabel(session.character.name)}
                onClick={() => setSessionToDelete(session)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {sessionToDelete && (
        <DeleteChats
          chats={[sessionToDelete]}
          onDeleted={() => onRemove(sessions.indexOf(sessionToDelete))}
          onClose={() => setSessionToDelete(null)}
        />
      )}
      {isCollapsed && label && (
        <span className="chat-side__label" style={{ top: label.centreY }} aria-hidden="true">
          {label.name}
        </span>
      )}
    </>
  );
}

export function SessionList({ userId, search, ...rows }: SessionListProps) {
  const { data, isError, refetch } = useQuery(sessionsQuery(userId));
  if (data === undefined && isError) {
    return (
      <div className="chat-side__notice" role="alert">
        <p className="small">The chats could not be fetched.</p>
        <Button look="line" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (data === undefined) return <SkeletonRows rows={placeholderRows} label="Loading chats" />;
  if (data.length === 0) return <NoChats />;
  const foundSessions = findSessions(data, search);
  if (foundSessions.length === 0) {
    return <p className="chat-side__notice small faint">No chat matches “{search.trim()}”.</p>;
  }
  return <SessionRows {...rows} sessions={foundSessions} />;
}
