import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { toast } from '#/shared/ui/toast';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';

/**
 * Scrolls to the message that the address names with `message=ID` and focuses its row (rule
 * chat-search-opens), once no panel covers the log. Older pages are fetched until it is there. The name then leaves the address, so that
 * Back and a reload do not bring it again.
 */
export function useShownMessage(
  chat: Chat,
  column: RefObject<HTMLElement | null>,
  covered: boolean,
): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get('message');
  const messages = useChatState(chat.store, (state) => state.messages);
  const hasMore = useChatState(chat.store, (state) => state.hasMore);
  const load = useChatState(chat.store, (state) => state.load);

  useEffect(() => {
    if (wanted === null || covered || load !== 'ready') return;
    // With the entry's own state it stays the same entry, of which the focus is not moved.
    const done = () => navigate(pathname, { replace: true, state });
    const row = column.current?.querySelector<HTMLElement>(
      `[data-message="${CSS.escape(wanted)}"]`,
    );
    if (row) {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'center' });
      done();
      return;
    }
    const giveUp = () => {
      toast.error(texts.messageGone);
      done();
    };
    if (!hasMore || messages.length === 0) {
      giveUp();
      return;
    }
    void chat.loadEarlier().then((arrived) => {
      if (!arrived) giveUp();
    });
  }, [wanted, covered, messages, hasMore, load, chat, column, navigate, pathname, state]);
}
