import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Session } from '#/shared/api/types';
import { sessionQuery } from '../sidebar/session-queries';
import type { ChatStore } from '../store/chat-store';
import { useChatState } from '../store/use-chat-state';

/** How often a visible chat asks what answers it, in ms. */
const askEvery = 10_000;

/**
 * Whether the demo responder answers this chat. A model may start or stop while the chat is open:
 * the session is fetched again at intervals, on focus, and when the end of a
 * reply names another state than the end before it.
 */
export function useModelState(session: Session, store: ChatStore): boolean {
  const client = useQueryClient();
  const query = sessionQuery(session.user_id, session.character.slug);
  const { data = session } = useQuery({
    ...query,
    refetchInterval: askEvery,
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
  });
  const said = useChatState(store, ({ demo }) => demo);
  const [kind, slug, user] = query.queryKey;
  useEffect(() => {
    if (said !== null) void client.invalidateQueries({ queryKey: [kind, slug, user] });
  }, [said, client, kind, slug, user]);
  return data.demo_mode;
}
