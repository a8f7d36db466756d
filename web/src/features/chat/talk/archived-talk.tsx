import { useInfiniteQuery } from '@tanstack/react-query';
import type { Message, Session } from '#/shared/api/types';
import { formatClock } from '#/shared/format/format-time';
import { Button } from '#/shared/ui/button';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import type { ReplyText } from '../markdown/reply-text';
import { type Archive, archivedMessagesQuery } from './archive-queries';
import { useRestoreArchive } from './talk-mutations';
import { talkTexts } from './talk-texts';

interface ArchivedTalkProps {
  session: Session;
  archive: Archive;
  canRestore: boolean;
  /** Draws the text of a reply. */
  Text: typeof ReplyText;
  onReplaced: (session: Session) => void;
}

/** The messages of an archive, to read only, and the button that restores it (rule chat-earlier-talks). */
export function ArchivedTalk({
  session,
  archive,
  canRestore: restorable,
  Text,
  onReplaced,
}: ArchivedTalkProps) {
  const query = useInfiniteQuery(archivedMessagesQuery(session.id, archive.id));
  const restoring = useRestoreArchive(session.id, onReplaced);
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  if (data === undefined) {
    if (!isError) return <SkeletonRows rows={4} label="Loading messages" />;
    return (
      <FailedRead
        size="panel"
        title={talkTexts.archiveFailed}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const messages = data.pages.toReversed().flatMap((page) => page.messages);
  const loadOlderMessages = () => void fetchNextPage();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
      <section className="archived-talk" aria-label="Messages of this talk" tabIndex={0}>
        {query.isFetchNextPageError ? (
          <FailedRead
            size="row"
            title={talkTexts.olderFailed}
            busy={isFetching}
            onRetry={loadOlderMessages}
          />
        ) : (
          hasNextPage && (
            <Button look="line" size="sm" busy={isFetching} onClick={loadOlderMessages}>
              Load earlier messages
            </Button>
          )
        )}
        {messages.map((message) => (
          <ArchivedMessage
            key={message.id}
            message={message}
            characterName={session.character.name}
            Text={Text}
          />
        ))}
      </section>
      {restorable && (
        <div className="earlier-talks__foot">
          <p className="small muted">{talkTexts.restoreNote}</p>
          <Button busy={restoring.isPending} onClick={() => restoring.mutate(archive.id)}>
            {talkTexts.restore}
          </Button>
        </div>
      )}
    </>
  );
}

interface ArchivedMessageProps extends Pick<ArchivedTalkProps, 'Text'> {
  message: Message;
  characterName: string;
}

function ArchivedMessage({ message, characterName, Text }: ArchivedMessageProps) {
  if (message.is_user_message) {
    return (
      <div className="archived-own">
        <VisuallyHidden>You: </VisuallyHidden>
        {message.content}
      </div>
    );
  }
  const timeText = formatClock(message.created_at);
  return (
    <article className="archived-reply" aria-label={`${characterName}, ${timeText}`}>
      <p className="archived-reply__who">
        <span className="display">{characterName}</span>{' '}
        <time className="small muted" dateTime={message.created_at}>
          {timeText}
        </time>
      </p>
      <Text text={message.content} live={false} />
    </article>
  );
}
