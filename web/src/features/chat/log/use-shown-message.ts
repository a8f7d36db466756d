import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useEntry } from '#/shared/hooks/use-entry-state';
import { toast } from '#/shared/ui/toast';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';

/**
 * Scrolls to the message that the address names with `message=ID` and focuses its row (rule
 * chat-search-opens), once no panel covers the log. Older pages are fetched until it is there. The address
 * keeps the name: another navigation here would move the focus to the page.
 */
export function useShownMessage(
  chat: Chat,
  column: RefObject<HTMLElement | null>,
  covered: boolean,
): void {
  const { search } = useLocation();
  const entry = useEntry();
  const wanted = new URLSearchParams(search).get('message');
  /** History entry whose message was shown. */
  const shown = useRef<string>(null);
  const messages = useChatState(chat.store, (state) => state.messages);
  const hasMore = useChatState(chat.store, (state) => state.hasMore);
  const load = useChatState(chat.store, (state) => state.load);

  useEffect(() => {
    if (wanted === null || covered || load !== 'ready' || shown.current === entry) return;
    const row = column.current?.querySelector<HTMLElement>(
      `[data-message="${CSS.escape(wanted)}"]`,
    );
    if (row) {
      shown.current = entry;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'center' });
      return;
    }
    const giveUp = () => {
      shown.current = entry;
      toast.error(texts.messageGone);
    };
    if (!hasMore || messages.length === 0) {
      giveUp();
      return;
    }
    void chat.loadEarlier().then((arrived) => {
      if (!arrived) giveUp();
    });
  }, [wanted, entry, covered, messages, hasMore, load, chat, column]);
}
