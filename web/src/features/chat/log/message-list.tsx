import { memo } from 'react';
import type { ChatMessage } from '../state/message';
import type { ChatCharacter } from '../state/partner';
import type { ChatStore } from '../store/chat-store';
import { groupByDay } from './group-by-day';
import { Reply } from './reply';
import { UserMessage } from './user-message';

interface MessageListProps {
  messages: readonly ChatMessage[];
  character: ChatCharacter;
  store: ChatStore;
  /** Generates the last reply again; undefined if nothing can be sent. */
  onRetry: (() => void) | undefined;
}

/**
 * The messages by day. Rows outside the viewport are not laid out (`content-visibility` in chat-log.css),
 * which keeps long conversations fast (rule chat-long-talk). Only the last message can be tried again
 * (rule replies-retry).
 */
export const MessageList = memo(function MessageList({
  messages,
  character,
  store,
  onRetry,
}: MessageListProps) {
  const lastMessage = messages.at(-1);
  return groupByDay(messages).map((day) => (
    <section key={day.label} aria-label={day.label}>
      <p className="log__day" aria-hidden="true">
        {day.label}
      </p>
      {day.messages.map((message) => (
        <div
          className="log__row"
          key={message.key}
          data-last={message === lastMessage || undefined}
          data-message={message.id}
          tabIndex={-1}
        >
          {message.isUser ? (
            <UserMessage content={message.content} />
          ) : (
            <Reply
              message={message}
              character={character}
              store={message.status === 'generating' ? store : null}
              onRetry={message === lastMessage ? onRetry : undefined}
            />
          )}
        </div>
      ))}
    </section>
  ));
});
