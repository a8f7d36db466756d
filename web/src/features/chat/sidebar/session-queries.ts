import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Session } from '#/shared/api/types';

/** The user's conversations for the sidebar, the latest first. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: [...sharedKeys.sessions, userId] as const,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/sessions/characterProfile', { signal }))).sessions,
  });
}

/**
 * The conversation with a character. The first call creates a missing conversation. Later calls ask only for an
 * existing one. So an open page does not create a deleted chat again (rule chats-delete-open). Exception: the
 * server may not have stored the conversation of a locked character yet, so later calls may create it.
 */
export function sessionQuery(userId: string, slug: string) {
  return queryOptions({
    queryKey: sharedKeys.session(slug, userId),
    queryFn: async ({ signal, client }) => {
      const knownSession = client.getQueryData<Session>(sharedKeys.session(slug, userId));
      const mustExist = knownSession !== undefined && !knownSession.is_locked;
      const body = { characterId: slug, ...(mustExist && { existing: mustExist }) };
      const session = await unwrap(api.POST('/session', { body, signal }));
      const cachedSessions = client.getQueryData(sessionsQuery(userId).queryKey);
      if (cachedSessions && !cachedSessions.some((one) => one.id === session.id)) {
        void client.invalidateQueries({ queryKey: sharedKeys.sessions });
      }
      return session;
    },
  });
}
