import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';

/** The user's conversations for the sidebar, the latest first. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: [...sharedKeys.sessions, userId] as const,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/sessions/characterProfile', { signal }))).sessions,
  });
}

/** The conversation with a character; the call creates it if needed (rule chat-conversation-id). */
export function sessionQuery(userId: string, slug: string) {
  return queryOptions({
    queryKey: sharedKeys.session(slug, userId),
    queryFn: async ({ signal, client }) => {
      const session = await unwrap(api.POST('/session', { body: { characterId: slug }, signal }));
      const list = client.getQueryData(sessionsQuery(userId).queryKey);
      if (list && !list.some((one) => one.id === session.id)) {
        void client.invalidateQueries({ queryKey: sharedKeys.sessions });
      }
      return session;
    },
  });
}
