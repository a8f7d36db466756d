import { useEffect, useRef, useState } from 'react';
import { plainText } from '#/shared/format/plain-text';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { isGenerating } from '../state/chat-state';
import type { ChatStore } from '../store/chat-store';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';

interface AnnouncerProps {
  store: ChatStore;
  characterName: string;
}

/** Live region that announces a finished reply once, not each piece. */
export function Announcer({ store, characterName }: AnnouncerProps) {
  const isReplyRunning = useChatState(store, ({ phase }) => isGenerating(phase));
  const wasReplyRunning = useRef(false);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (wasReplyRunning.current && !isReplyRunning) {
      const lastMessage = store.getState().messages.at(-1);
      if (lastMessage && !lastMessage.isUser) {
        setAnnouncement(`${characterName}: ${plainText(lastMessage.content) || texts.replyFailed}`);
      }
    }
    wasReplyRunning.current = isReplyRunning;
  }, [isReplyRunning, store, characterName]);

  return (
    <div aria-live="polite">
      <VisuallyHidden>{announcement}</VisuallyHidden>
    </div>
  );
}
