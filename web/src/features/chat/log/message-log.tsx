import { ArrowDown } from 'lucide-react';
import { type MouseEvent, useEffect, useMemo } from 'react';
import { isTouch } from '#/shared/browser/touch';
import { Button } from '#/shared/ui/button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useFollowScroll } from '../scroll/use-follow-scroll';
import { isTalking } from '../state/chat-state';
import type { Partner } from '../state/partner';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { Announcer } from './announcer';
import { LoadEarlier } from './load-earlier';
import { MessageList } from './message-list';
import { Suggestions } from './suggestions';
import { useLogKeys } from './use-log-keys';
import { useShownMessage } from './use-shown-message';
import { WaitingMessages } from './waiting-messages';

interface MessageLogProps {
  chat: Chat;
  partner: Partner;
  /** Shown above the first message; empty for most characters. */
  note: string;
  /** Nothing can be sent: suggestions and retry are hidden. */
  closed: boolean;
  /** A panel lies over the log, which cannot take the focus then. */
  covered: boolean;
  focusField: () => void;
}

function LogState({ chat }: { chat: Chat }) {
  const load = useChatState(chat.store, (state) => state.load);
  if (load === 'pending') return <SkeletonRows rows={3} label="Loading messages" />;
  if (load === 'ready') return null;
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
 * Suggestions are collapsed while the field has focus on touch and short screens. Losing the focus
 * would expand them and move the pressed button, so the focus stays in the field.
 */
function keepFocusInField(event: MouseEvent<HTMLElement>): void {
  const folded = isTouch() || 'short' in document.documentElement.dataset;
  const writing = document.activeElement instanceof HTMLTextAreaElement;
  const onButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (folded && writing && onButton) event.preventDefault();
}

/**
 * The log of the conversation. It follows its end until the reader scrolls up (rule
 * chat-follows-the-end).
 */
export function MessageLog({ chat, partner, note, closed, covered, focusField }: MessageLogProps) {
  const { store } = chat;
  const messages = useChatState(store, (state) => state.messages);
  const hasMore = useChatState(store, (state) => state.hasMore);
  const talking = useChatState(store, ({ phase }) => isTalking(phase));
  const waiting = useChatState(store, (state) => state.waiting);
  const { scroller, content, following, jumpToEnd } = useFollowScroll(messages[0]?.key);
  useShownMessage(chat, content, covered);
  const last = messages.at(-1);
  const hidesSuggestions = closed || talking || waiting.length > 0 || last?.isUser;
  const suggestions = hidesSuggestions ? [] : (last?.suggestions ?? []);
  const onRetry = useMemo(() => (closed ? undefined : () => chat.retry()), [closed, chat]);

  const focusLog = () => scroller.current?.focus({ preventScroll: true });
  // On touch screens focusing the field would open the on-screen keyboard.
  const focusAfterLoss = () => (closed || isTouch() ? focusLog() : focusField());
  const keys = useLogKeys(scroller, focusField, (lost) =>
    lost.matches('.log__earlier *') ? focusLog() : focusAfterLoss(),
  );

  // Changes when the user sends a message, which is then scrolled into view.
  const lastOwnKey =
    waiting.at(-1)?.clientId ??
    messages.findLast((message) => message.isUser && message.local)?.key;
  useEffect(() => {
    if (lastOwnKey) jumpToEnd();
  }, [lastOwnKey, jumpToEnd]);

  const jump = () => {
    jumpToEnd();
    focusAfterLoss();
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
        aria-busy={talking}
        aria-label={`Conversation with ${partner.name}`}
        onMouseDown={keepFocusInField}
        {...keys}
      >
        <div className="log__column" ref={content}>
          {note !== '' && <p className="log__note">{note}</p>}
          <LogState chat={chat} />
          {hasMore && <LoadEarlier load={chat.loadEarlier} />}
          <MessageList messages={messages} partner={partner} store={store} onRetry={onRetry} />
          <WaitingMessages chat={chat} />
          {suggestions.length > 0 && <Suggestions list={suggestions} onChoose={chat.send} />}
        </div>
      </div>
      {!following && (
        <Button look="line" size="sm" className="log__jump" onClick={jump}>
          <ArrowDown size={16} aria-hidden="true" />
          Jump to latest
        </Button>
      )}
      <Announcer store={store} name={partner.name} />
    </div>
  );
}
