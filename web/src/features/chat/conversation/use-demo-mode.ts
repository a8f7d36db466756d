import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Session } from '#/shared/api/types';
import { sessionQuery } from '../sidebar/session-queries';
import type { ChatStore } from '../store/chat-store';
import { useChatState } from '../store/use-chat-state';

/** Interval in ms at which a visible chat refetches its session. */
const refetchIntervalMs = 10_000;

/**
 * Whether the demo responder answers this chat (rule replies-demo-label). A model may start or stop while the
 * chat is open. So the session is refetched at intervals, on focus, and when the end of a reply reports a
 * change.
 */
export function useDemoMode(session: Session, store: ChatStore): boolean {
  const client = useQueryClient();
  const query = sessionQuery(session.user_id, session.character.slug);
  const { data = session } = useQuery({
    ...query,
    refetchInterval: refetchIntervalMs,
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
  });
  const isDemoByLastReply = useChatState(store, ({ isDemo: demo }) => demo);
  const [kind, slug, user] = query.queryKey;
  useEffect(() => {
    if (isDemoByLastReply !== null) void client.invalidateQueries({ queryKey: [kind, slug, user] });
  }, [isDemoByLastReply, client, kind, slug, user]);
  return data.demo_mode;
}
