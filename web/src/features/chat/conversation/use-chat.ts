import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { openLogin } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { onDeletedChats } from '#/shared/browser/deleted-chats';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import { openTabs, type Tabs } from '../browser/tabs';
import { watchPage } from '../browser/watch-page';
import { createDraft, type Draft } from '../composer/draft';
import type { PageCache } from '../log/message-loader';
import type { MessagePage } from '../state/merge';
import type { Chat } from '../store/chat';
import { createChat } from './create-chat';

function pageCache(client: QueryClient, sessionId: string): PageCache {
  const key = sharedKeys.messages(sessionId);
  return {
    read: () => client.getQueryData<MessagePage>(key),
    write: (page) => client.setQueryData(key, page),
  };
}

interface OpenChat {
  chat: Chat;
  draft: Draft;
  /** Starts reading and listening. Call the result to end both. */
  open: () => () => void;
}

function makeChat(client: QueryClient, sessionId: string, onDeleted: () => void): OpenChat {
  const draft = createDraft(sessionId);
  let tabs: Tabs | null = null;
  const invalidate = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  const chat = createChat({
    sessionId,
    draft,
    cache: pageCache(client, sessionId),
    notify: (text) => toast.error(text, { id: text }),
    onError: (errorMessage) => reportError('The message was refused', errorMessage),
    onLoginEnded: (again) => {
      const isOwn = (user: User | null | undefined) => sessionId.startsWith(`${user?.id}_`);
      // Sends the message only if the same user has logged in.
      openLogin({ after: () => isOwn(client.getQueryData(sharedKeys.me)) && again() });
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
    tabs = openTabs((startedIn) => {
      if (startedIn === sessionId) void chat.refresh();
      invalidate(sharedKeys.sessions);
    });
    const stopListening = onDeletedChats((ids) => ids.includes(sessionId) && onDeleted());
    const close = chat.open();
    const stopWatching = watchPage({
      onReturn: () => void chat.refresh(),
      onNetwork: chat.setOnline,
    });
    return () => {
      stopWatching();
      stopListening();
      draft.flush();
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
  const latest = useRef(onDeleted);
  useEffect(() => {
    latest.current = onDeleted;
  });
  const [opened] = useState(() => makeChat(client, sessionId, () => latest.current()));
  useEffect(() => opened.open(), [opened]);
  return opened;
}
