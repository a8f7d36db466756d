import { type RefObject, useEffect, useRef } from 'react';
import { useEntryId } from '#/shared/hooks/use-entry-state';
import { toast } from '#/shared/ui/toast';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';

interface ScrollToMessageProps {
  chat: Chat;
  column: RefObject<HTMLElement | null>;
  isCoveredByPanel: boolean;
  /** Id of the message, from the address. */
  wantedId: string;
}

/**
 * Scrolls to the message that the address names with `message=ID` and focuses its row (rule chat-search-opens).
 * It waits while a panel covers the log, and fetches older pages until it finds the message. A toast reports a
 * missing message. Removing `message` would be a navigation, which moves the focus, so `message` stays in the
 * address.
 */
export function ScrollToMessage({
  chat,
  column,
  isCoveredByPanel,
  wantedId,
}: ScrollToMessageProps): null {
  const entryId = useEntryId();
  /**
   * Id of the last history entry that is done: the log has scrolled to its message, or the message
   * is missing.
   */
  const shownEntryId = useRef<string>(null);
  const messages = useChatState(chat.store, (state) => state.messages);
  const hasMore = useChatState(chat.store, (state) => state.hasMore);
  const loadState = useChatState(chat.store, (state) => state.loadState);

  useEffect(() => {
    if (isCoveredByPanel || loadState !== 'ready' || shownEntryId.current === entryId) return;
    const row = column.current?.querySelector<HTMLElement>(
      `[data-message="${CSS.escape(wantedId)}"]`,
    );
    if (row) {
      shownEntryId.current = entryId;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'center' });
      return;
    }
    const giveUp = () => {
      shownEntryId.current = entryId;
      toast.error(texts.messageGone);
    };
    if (!hasMore || messages.length === 0) {
      giveUp();
      return;
    }
    void chat.loadEarlier().then((arrived) => {
      if (!arrived) giveUp();
    });
  }, [wantedId, entryId, isCoveredByPanel, messages, hasMore, loadState, chat, column]);
  return null;
}
