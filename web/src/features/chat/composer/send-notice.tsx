import { CircleAlert, WifiOff } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { useOnline } from '../browser/use-online';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { unreachableText } from '../texts';

interface SendProblemProps {
  chat: Chat;
  /** Called before the pressed button is removed, to keep the focus. */
  focusField: () => void;
}

/**
 * The notice above the field. It says that the server is unreachable, or why a message was refused. The stored
 * text of a refusal is in small print (rule chat-refusal-stored-text).
 */
export function SendProblem({ chat, focusField }: SendProblemProps) {
  const isServerDown = useChatState(chat.store, ({ downSince }) => downSince !== null);
  const waitingCount = useChatState(chat.store, (state) => state.pendingMessages.length);
  const refusal = useChatState(chat.store, (state) => state.refusal);
  const isOnline = useOnline();
  const reconnectNow = () => {
    focusField();
    chat.reconnectNow();
  };
  return (
    <>
      <div role="status">
        {isServerDown && (
          <div className="send-notice">
            <WifiOff size={18} aria-hidden="true" />
            <p>{unreachableText(isOnline, waitingCount)}</p>
            <Button look="line" size="sm" onClick={reconnectNow}>
              Try now
            </Button>
          </div>
        )}
      </div>
      {refusal && !isServerDown && (
        <div className="send-notice send-notice--bad" role="alert">
          <CircleAlert size={18} aria-hidden="true" />
          <p>
            {refusal.sentence}
            {refusal.showsError && <small>{refusal.errorMessage}</small>}
          </p>
        </div>
      )}
    </>
  );
}
