import { lazy, memo, Suspense } from 'react';
import { Coin, categoryInk } from '#/features/character';
import { ListenButton } from '#/features/voice';
import { formatClock } from '#/shared/format/format-time';
import { ReplyText } from '../markdown/reply-text';
import type { ChatState } from '../state/chat-state';
import { type ChatMessage, hasFailed, hasStoredId } from '../state/message';
import type { ChatCharacter } from '../state/partner';
import type { ChatStore } from '../store/chat-store';
import { useChatState, useReplyText } from '../store/use-chat-state';
import { queuedText, texts } from '../texts';
import { CopyButton } from './copy-button';
import { FailedReply, InterruptedNote, TryAgainButton } from './reply-notices';

/** The text with its quotations marked, or without the marks if their code cannot be fetched. */
const QuotedReply = lazy(() =>
  import('./quotes/quoted-reply')
    .then(({ QuotedReply }) => ({ default: QuotedReply }))
    .catch(() => ({
      default: ({ text }: { text: string }) => <ReplyText text={text} live={false} />,
    })),
);

const StepOutside = lazy(() =>
  import('../outside/step-outside')
    .then((m) => ({ default: m.StepOutside }))
    .catch(() => ({ default: () => null })),
);

interface ReplyProps {
  message: ChatMessage;
  character: ChatCharacter;
  /** The store that has the text of the running reply; null for a reply that has ended. */
  store: ChatStore | null;
  onRetry: (() => void) | undefined;
}

function waitReasonText({ downSince, liveReply }: ChatState): string {
  if (downSince !== null) return texts.connectionLost;
  if (liveReply?.waitReason === 'saving') return texts.saving;
  if (liveReply?.waitReason === 'queued') return queuedText(liveReply.waitSeconds);
  return liveReply?.waitReason === 'loading' ? texts.modelLoads : '';
}

/** The note under a running reply that says why no text arrives. */
function WaitReasonNote({ store }: { store: ChatStore }) {
  const note = useChatState(store, waitReasonText);
  return note === '' ? null : (
    <p className="reply__note" role="status">
      {note}
    </p>
  );
}

/**
 * Text, notices and buttons of a reply. A reply by the demo responder has a label
 * (rule replies-demo-label).
 */
function ReplyBody({ message, character, store, onRetry }: ReplyProps) {
  const isLive = message.status === 'generating';
  const text = useReplyText(store, message);
  // interrupted: the server stopped, keep the text. failed: the model failed, show the error
  // (rules replies-failure-text, replies-partial-kept).
  const isInterrupted = message.status === 'interrupted' && text !== '';
  const isFailed = hasFailed(message) && !isInterrupted;
  return (
    <>
      {!isLive && message.quotes.length > 0 ? (
        <Suspense fallback={<ReplyText text={text} live={false} />}>
          <QuotedReply text={text} quotes={message.quotes} />
        </Suspense>
      ) : (
        (text !== '' || isLive) && <ReplyText text={text} live={isLive} />
      )}
      {isLive && store && <WaitReasonNote store={store} />}
      {isInterrupted && <InterruptedNote />}
      {isFailed && <FailedReply onRetry={onRetry} />}
      {!isLive && (
        <div className="reply__actions">
          <span className="reply__versions" />
          {isInterrupted && onRetry && <TryAgainButton onRetry={onRetry} />}
          {text !== '' && (
            <>
              <ListenButton reply={message} className="reply__action" />
              <CopyButton content={text} />
            </>
          )}
          {message.status === 'stopped' && <span className="reply__tag">Stopped</span>}
          {message.provider === 'demo' && <span className="reply__tag">Demo</span>}
          <Suspense>
            <StepOutside
              key={message.id}
              messageId={message.id}
              character={character}
              isButtonOffered={!!onRetry && text !== '' && hasStoredId(message)}
            />
          </Suspense>
          <div className="message-tools" />
        </div>
      )}
    </>
  );
}

/** One reply: coin, name, time and text. */
export const Reply = memo(function Reply({ message, character, store, onRetry }: ReplyProps) {
  return (
    <article className="reply" aria-label={`${character.name}, ${formatClock(message.createdAt)}`}>
      <Coin pictureUrl={character.coin_url} ink={categoryInk(character.category)} size={44} />
      <div className="reply__body">
        <p className="reply__who">
          <span className="display">{character.name}</span>
          <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
        </p>
        <ReplyBody message={message} character={character} store={store} onRetry={onRetry} />
      </div>
    </article>
  );
});
