import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { openLogin } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import type { Session, User } from '#/shared/api/types';
import { onDeletedChats } from '#/shared/browser/deleted-chats';
import { announceLeftReply } from '#/shared/browser/left-replies';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import { openTabChannel, type TabChannel } from '../browser/tabs';
import { watchPage } from '../browser/watch-page';
import { createDraft, type Draft } from '../composer/draft';
import type { PageCache } from '../log/message-loader';
import { isGenerating } from '../state/chat-state';
import type { MessagePage } from '../state/merge-pages';
import type { Chat } from '../store/chat';
import { createChat } from './create-chat';

function createPageCache(client: QueryClient, sessionId: string): PageCache {
  const key = sharedKeys.messages(sessionId);
  return {
    read: () => client.getQueryData<MessagePage>(key),
    write: (page) => client.setQueryData(key, page),
  };
}

/**
 * Marks the session as read in the cached lists at once (rule chat-unread-mark). The server may store the
 * read mark a moment later.
 */
function markSessionRead(client: QueryClient, sessionId: string): void {
  client.setQueriesData<readonly Session[]>({ queryKey: sharedKeys.sessions }, (list) =>
    list?.map((one) => (one.id === sessionId ? { ...one, unread: false } : one)),
  );
}

interface ChatHandle {
  chat: Chat;
  draft: Draft;
  /** Opens the chat and listens to the page and to other tabs. Call the result to stop. */
  open: () => () => void;
}

function createChatHandle(
  client: QueryClient,
  sessionId: string,
  onDeleted: () => void,
): ChatHandle {
  const draft = createDraft(sessionId);
  let tabs: TabChannel | null = null;
  const invalidate = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  const chat = createChat({
    sessionId,
    draft,
    cache: createPageCache(client, sessionId),
    notify: (text) => toast.error(text, { id: text }),
    onError: (errorMessage) => reportError('The message was refused', errorMessage),
    onLoginEnded: (again) => {
      const isOwnChat = (user: User | null | undefined) => sessionId.startsWith(`${user?.id}_`);
      // Repeats the send only if the user of this chat has logged in.
      openLogin({ afterLogin: () => isOwnChat(client.getQueryData(sharedKeys.me)) && again() });
    },
    onActivity: () => invalidate(sharedKeys.sessions),
    onStarted: () => tabs?.announceStart(sessionId),
    onDeleted,
    onLocked: () => {
      invalidate(sharedKeys.sessions);
      invalidate(sharedKeys.conversations);
      invalidate(sharedKeys.profiles);
    },
  });
  const open = () => {
    tabs = openTabChannel((startedIn) => {
      if (startedIn === sessionId) {
        void chat.refresh();
        // Another tab may have set the year of the conversation: year-mutation.ts also calls `announceStart`.
        invalidate(sharedKeys.conversations);
      }
      invalidate(sharedKeys.sessions);
    });
    const stopListening = onDeletedChats((ids) => ids.includes(sessionId) && onDeleted());
    const close = chat.open();
    const stopWatching = watchPage({
      onReturn: () => void chat.refresh(),
      onOnlineChange: chat.setOnline,
    });
    return () => {
      stopWatching();
      stopListening();
      draft.flush();
      // rule chat-answered-note
      if (isGenerating(chat.store.getState().phase)) announceLeftReply(sessionId);
      else markSessionRead(client, sessionId);
      close();
      tabs?.close();
      tabs = null;
    };
  };
  return { chat, draft, open };
}

/**
 * The chat of one session, open while the component is mounted. Key the component by session. `onDeleted`
 * is called when the conversation turns out to be deleted.
 */
export function useChat(sessionId: string, onDeleted: () => void): { chat: Chat; draft: Draft } {
  const client = useQueryClient();
  const latestOnDeleted = useRef(onDeleted);
  useEffect(() => {
    latestOnDeleted.current = onDeleted;
  });
  const [handle] = useState(() =>
    createChatHandle(client, sessionId, () => latestOnDeleted.current()),
  );
  useEffect(() => handle.open(), [handle]);
  return handle;
}
