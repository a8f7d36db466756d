import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Button } from '#/shared/ui/button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useChatState } from '../hooks/use-chat-state';
import { useFollowScroll } from '../hooks/use-follow-scroll';
import type { Chat } from '../model/chat';
import { isTalking } from '../model/chat-state';
import type { Partner } from '../partner';
import { Announcer } from './announcer';
import { LoadEarlier } from './load-earlier';
import { MessageList } from './message-list';
import { Suggestions } from './suggestions';

interface MessageLogProps {
  chat: Chat;
  partner: Partner;
  /** Shown at the head of the conversation; empty for most characters. */
  note: string;
  /** Nothing can be sent: no suggestions, no retry. */
  closed: boolean;
}

function LogState({ chat }: { chat: Chat }) {
  const load = useChatState(chat.store, (state) => state.load);
  if (load === 'pending') return <SkeletonRows rows={3} label="Loading messages" />;
  if (load === 'ready') return null;
  return (
    <div className="log__unreadable" role="alert">
      <p>The messages could not be fetched.</p>
      <Button look="line" size="sm" onClick={() => void chat.refresh()}>
        Try again
      </Button>
    </div>
  );
}

/** The conversation: follows its end while somebody talks, and leaves a reader who scrolled up alone. */
export function MessageLog({ chat, partner, note, closed }: MessageLogProps) {
  const { store } = chat;
  const messages = useChatState(store, (state) => state.messages);
  const hasMore = useChatState(store, (state) => state.hasMore);
  const talking = useChatState(store, ({ phase }) => isTalking(phase));
  const { scroller, content, following, jumpToEnd } = useFollowScroll(messages[0]?.key);
  const last = messages.at(-1);
  const suggestions = closed || talking || last?.isUser ? [] : (last?.suggestions ?? []);
  const onRetry = useMemo(() => (closed ? undefined : () => chat.retry()), [closed, chat]);

  // What one has just said oneself is always shown.
  const ownKey = messages.findLast((message) => message.isUser && message.local)?.key;
  useEffect(() => {
    if (ownKey) jumpToEnd();
  }, [ownKey, jumpToEnd]);

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
      >
        <div className="log__column" ref={content}>
          {note !== '' && <p className="log__note">{note}</p>}
          <LogState chat={chat} />
          {hasMore && <LoadEarlier load={chat.loadEarlier} />}
          <MessageList messages={messages} partner={partner} store={store} onRetry={onRetry} />
          {suggestions.length > 0 && <Suggestions list={suggestions} onChoose={chat.send} />}
        </div>
      </div>
      {!following && (
        <Button look="line" size="sm" className="log__jump" onClick={jumpToEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          Jump to latest
        </Button>
      )}
      <Announcer store={store} name={partner.name} />
    </div>
  );
}
