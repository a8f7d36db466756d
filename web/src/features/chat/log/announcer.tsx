import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { plainText } from '../markdown/plain-text';
import { isTalking } from '../state/chat-state';
import type { ChatStore } from '../store/chat-store';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';

interface AnnouncerProps {
  store: ChatStore;
  name: string;
}

/** Reads a finished reply out once: a region that grew word by word could not be listened to. */
export function Announcer({ store, name }: AnnouncerProps) {
  const talking = useChatState(store, ({ phase }) => isTalking(phase));
  const wasTalking = useRef(false);
  const [words, setWords] = useState('');

  useEffect(() => {
    if (wasTalking.current && !talking) {
      const last = store.getState().messages.at(-1);
      if (last && !last.isUser) {
        setWords(`${name}: ${plainText(last.content) || texts.replyFailed}`);
      }
    }
    wasTalking.current = talking;
  }, [talking, store, name]);

  return (
    <div aria-live="polite">
      <VisuallyHidden>{words}</VisuallyHidden>
    </div>
  );
}
