import { ArrowDown } from 'lucide-react';
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { isTouch } from '#/shared/browser/touch';
import { Button } from '#/shared/ui/button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useFollowScroll } from '../scroll/use-follow-scroll';
import { isGenerating } from '../state/chat-state';
import type { ChatCharacter } from '../state/partner';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { Announcer } from './announcer';
import { LoadEarlier } from './load-earlier';
import { MessageList } from './message-list';
import { Suggestions } from './suggestions';
import { useLogKeyboard } from './use-log-keys';
import { WaitingMessages } from './waiting-messages';

const ScrollToMessage = lazy(() =>
  import('./scroll-to-message').then((m) => ({ default: m.ScrollToMessage })),
);

/** The tools of single messages. The log works without them if their code cannot be fetched. */
const MessageTools = lazy(() =>
  import('../message-tools/message-tools')
    .then((m) => ({ default: m.MessageTools }))
    .catch(() => ({ default: () => null })),
);

interface MessageLogProps {
  chat: Chat;
  character: ChatCharacter;
  /**
   * The note of a sensitive character, shown above the first message (rule safety-sensitive-note); empty for
   * other characters.
   */
  sensitiveCharacterNote: string;
  /** True if nothing can be sent. Suggestions and Retry are then hidden. */
  isChatClosed: boolean;
  /** True while a panel covers the log. The log must not take the focus then. */
  isCoveredByPanel: boolean;
  focusField: () => void;
  /** The note 'Previously', shown below the last message. */
  footer: ReactNode;
}

function MessageLoadStatus({ chat }: { chat: Chat }) {
  const loadState = useChatState(chat.store, (state) => state.loadState);
  if (loadState === 'pending') return <SkeletonRows rows={3} label="Loading messages" />;
  if (loadState === 'ready') return null;
  return (
    <div className="log__unreadable" role="alert">
      <p>The messages could not be fetched.</p>
      <Button look="line" size="sm" tabIndex={-1} onClick={() => void chat.refresh()}>
        Try again
      </Button>
    </div>
  );
}

/**
 * Keeps the focus in the field when a button is pressed on a touch screen or a short screen. There
 * the suggestions are collapsed while the field has the focus. If the field lost it, the
 * suggestions would expand and move the pressed button.
 */
function keepFocusInField(event: MouseEvent<HTMLElement>): void {
  const isFieldFolded = isTouch() || 'short' in document.documentElement.dataset;
  const isWriting = document.activeElement instanceof HTMLTextAreaElement;
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (isFieldFolded && isWriting && isOnButton) event.preventDefault();
}

/**
 * The log of the conversation. It stays scrolled to its end until the reader scrolls up (rule
 * chat-follows-the-end).
 */
export function MessageLog(props: MessageLogProps) {
  const {
    chat,
    character,
    sensitiveCharacterNote,
    isChatClosed,
    isCoveredByPanel,
    focusField,
    footer,
  } = props;
  const { store } = chat;
  const messages = useChatState(store, (state) => state.messages);
  const hasMore = useChatState(store, (state) => state.hasMore);
  const isReplyRunning = useChatState(store, ({ phase }) => isGenerating(phase));
  const waitingMessages = useChatState(store, (state) => state.pendingMessages);
  const { scroller, content, isFollowing, jumpToEnd } = useFollowScroll(messages[0]?.key);
  const wantedId = new URLSearchParams(useLocation().search).get('message');
  const lastMessage = messages.at(-1);
  const hidesSuggestions =
    isChatClosed || isReplyRunning || waitingMessages.length > 0 || lastMessage?.isUser;
  const suggestions = hidesSuggestions ? [] : (lastMessage?.suggestions ?? []);
  const onRetry = useMemo(
    () => (isChatClosed ? undefined : () => chat.retry()),
    [isChatClosed, chat],
  );

  const focusLog = () => scroller.current?.focus({ preventScroll: true });
  // On touch screens focusing the field would open the on-screen keyboard.
  const restoreFocus = () => (isChatClosed || isTouch() ? focusLog() : focusField());
  const keyHandlers = useLogKeyboard(scroller, focusField, (removedControl) =>
    removedControl.matches('.log__earlier *') ? focusLog() : restoreFocus(),
  );

  // This key changes when the user sends a message. The log then scrolls to its end.
  const lastSentMessageKey =
    waitingMessages.at(-1)?.clientId ??
    messages.findLast((message) => message.isUser && message.isLocal)?.key;
  useEffect(() => {
    if (lastSentMessageKey) jumpToEnd();
  }, [lastSentMessageKey, jumpToEnd]);

  const jumpToEndAndFocus = () => {
    jumpToEnd();
    restoreFocus();
  };

  return (
    <div className="log">
      <div
        className="log__scroll"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-busy={isReplyRunning}
        aria-label={`Conversation with ${character.name}`}
        onMouseDown={keepFocusInField}
        {...keyHandlers}
      >
        <div className="log__column" ref={content}>
          {sensitiveCharacterNote !== '' && <p className="log__note">{sensitiveCharacterNote}</p>}
          <MessageLoadStatus chat={chat} />
          {hasMore && <LoadEarlier load={chat.loadEarlier} />}
          <MessageList messages={messages} character={character} store={store} onRetry={onRetry} />
          {footer}
          <WaitingMessages chat={chat} />
          {messages.length > 0 && (
            <Suspense>
              <MessageTools
                chat={chat}
                characterName={character.name}
                column={content}
                isChatClosed={isChatClosed}
              />
            </Suspense>
          )}
          {suggestions.length > 0 && <Suggestions suggestions={suggestions} onChoose={chat.send} />}
        </div>
      </div>
      {!isFollowing && (
        <Button look="line" size="sm" className="log__jump" onClick={jumpToEndAndFocus}>
          <ArrowDown size={16} aria-hidden="true" />
          Jump to latest
        </Button>
      )}
      {wantedId !== null && (
        <Suspense>
          <ScrollToMessage
            chat={chat}
            column={content}
            isCoveredByPanel={isCoveredByPanel}
            wantedId={wantedId}
          />
        </Suspense>
      )}
      <Announcer store={store} characterName={character.name} />
    </div>
  );
}
