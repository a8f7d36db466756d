import { Clock } from 'lucide-react';
import { formatClock } from '#/shared/format/format-time';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';

/** Messages that the server has not accepted yet, under the log (rule chat-outbox). */
export function WaitingMessages({ chat }: { chat: Chat }) {
  const waitingMessages = useChatState(chat.store, (state) => state.pendingMessages);
  const downSince = useChatState(chat.store, (state) => state.downSince);
  if (waitingMessages.length === 0) return null;
  return (
    <section aria-label={texts.waitsToSend}>
      {downSince !== null && <p className="log__day">Offline since {formatClock(downSince)}</p>}
      {waitingMessages.map((message) => (
        <div className="waiting-message" key={message.clientId}>
          <div className="user-message user-message--waiting">
            <VisuallyHidden>You: </VisuallyHidden>
            {message.content}
          </div>
          <p className="waiting-message__note">
            <Clock size={14} aria-hidden="true" />
            <span>{texts.waitsToSend}</span>
            <button
              type="button"
              className="link"
              tabIndex={-1}
              onClick={() => chat.removeWaiting(message, true)}
            >
              Edit
            </button>
            <button
              type="button"
              className="link"
              tabIndex={-1}
              onClick={() => chat.removeWaiting(message, false)}
            >
              Delete
            </button>
          </p>
        </div>
      ))}
    </section>
  );
}
