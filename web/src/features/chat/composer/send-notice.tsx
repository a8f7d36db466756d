import { CircleAlert, WifiOff } from 'lucide-react';
import { Button } from '#/shared/ui/button';
import { useOnline } from '../browser/use-online';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { downText } from '../texts';

interface LineStripProps {
  chat: Chat;
  /** Takes the focus when the pressed button goes. */
  focusField: () => void;
}

/** Over the field: that the server is out of reach, or why it did not take a line. */
export function LineStrip({ chat, focusField }: LineStripProps) {
  const down = useChatState(chat.store, ({ downSince }) => downSince !== null);
  const waiting = useChatState(chat.store, (state) => state.waiting.length);
  const refusal = useChatState(chat.store, (state) => state.refusal);
  const online = useOnline();
  const tryNow = () => {
    focusField();
    chat.tryNow();
  };
  return (
    <>
      <div role="status">
        {down && (
          <div className="line-strip">
            <WifiOff size={18} aria-hidden="true" />
            <p>{downText(online, waiting)}</p>
            <Button look="line" size="sm" onClick={tryNow}>
              Try now
            </Button>
          </div>
        )}
      </div>
      {refusal && !down && (
        <div className="line-strip line-strip--bad" role="alert">
          <CircleAlert size={18} aria-hidden="true" />
          <p>
            {refusal.sentence}
            {refusal.smallPrint && <small>{refusal.errorMessage}</small>}
          </p>
        </div>
      )}
    </>
  );
}
