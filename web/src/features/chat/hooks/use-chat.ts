import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { toast } from '#/shared/ui/toast';
import { messageKeys } from '../api/messages';
import { type Chat, createChat } from '../model/chat';
import { createDraft, type Draft } from '../model/drafts';
import type { PageCache } from '../model/log-keeper';
import type { MessagePage } from '../model/merge';
import { openTabs, type Tabs } from '../model/tabs';

function pageCache(client: QueryClient, sessionId: string): PageCache {
  const key = messageKeys.newest(sessionId);
  return {
    read: () => client.getQueryData<MessagePage>(key),
    write: (page) => client.setQueryData(key, page),
  };
}

interface OpenChat {
  chat: Chat;
  draft: Draft;
  /** Starts reading and listening; the result ends both. */
  open: () => () => void;
}

function makeChat(client: QueryClient, sessionId: string): OpenChat {
  const draft = createDraft(sessionId);
  let tabs: Tabs | null = null;
  const invalidate = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  const chat = createChat({
    sessionId,
    draft,
    cache: pageCache(client, sessionId),
    notify: (text) => toast.error(text, { id: text }),
    onActivity: () => invalidate(sharedKeys.sessions),
    onStarted: () => tabs?.tellStarted(sessionId),
    onLocked: () => {
      invalidate(sharedKeys.sessions);
      invalidate(['session']);
      invalidate(['profile']);
    },
  });
  const open = () => {
    tabs = openTabs((startedIn) => {
      if (startedIn === sessionId) void chat.refresh();
      invalidate(sharedKeys.sessions);
    });
    const close = chat.open();
    const stopWatching = watchReturn(() => void chat.refresh());
    return () => {
      stopWatching();
      close();
      tabs?.close();
      tabs = null;
    };
  };
  return { chat, draft, open };
}

/** Calls back when the reader returns to this tab, or the network does. */
function watchReturn(onReturn: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('online', onReturn, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || onReturn(), { signal });
  return () => listening.abort();
}

/** The conversation of one session, read while the component is mounted. Key the component by session. */
export function useChat(sessionId: string): { chat: Chat; draft: Draft } {
  const client = useQueryClient();
  const [opened] = useState(() => makeChat(client, sessionId));
  useEffect(() => opened.open(), [opened]);
  return opened;
}
