import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openLogin } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import { openTabs, type Tabs } from '../browser/tabs';
import { createDraft, type Draft } from '../composer/draft';
import type { PageCache } from '../log/log-keeper';
import { messageKeys } from '../log/message-history';
import type { MessagePage } from '../state/merge';
import { type Chat, createChat } from './create-chat';

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
    onError: (errorMessage) => reportError('A line was refused', errorMessage),
    onLoginEnded: (again) => {
      const isOwn = (user: User | null | undefined) => sessionId.startsWith(`${user?.id}_`);
      // Somebody else may log in: the line is not his.
      openLogin({ after: () => isOwn(client.getQueryData(sharedKeys.me)) && again() });
    },
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
    const stopWatching = watchPage(chat, draft);
    return () => {
      stopWatching();
      draft.flush();
      close();
      tabs?.close();
      tabs = null;
    };
  };
  return { chat, draft, open };
}

/** Follows the network, looks for news when the reader returns, and stores the draft when he leaves. */
function watchPage(chat: Chat, draft: Draft): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onReturn = () => void chat.refresh();
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('online', () => chat.setOnline(true), { signal });
  window.addEventListener('offline', () => chat.setOnline(false), { signal });
  window.addEventListener('pagehide', draft.flush, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) draft.flush();
      else onReturn();
    },
    { signal },
  );
  return () => listening.abort();
}

/** The conversation of one session, read while the component is mounted. Key the component by session. */
export function useChat(sessionId: string): { chat: Chat; draft: Draft } {
  const client = useQueryClient();
  const [opened] = useState(() => makeChat(client, sessionId));
  useEffect(() => opened.open(), [opened]);
  return opened;
}
