import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { Session } from '#/shared/api/types';
import { talkKeys } from './keys';

/** Conversations per page; the most that the server returns (rule look-postmark). */
const pageSize = 100;
/**
 * Number of conversations that `newestTalksQuery` fetches. A conversation whose reply has just ended is among
 * them, because it moves to the top.
 */
const newestCount = 20;

/** All conversations of the user, the latest first. There is at most one for each character. */
export function talksQuery(userId: string) {
  return queryOptions({
    queryKey: talkKeys.all(userId),
    queryFn: async ({ signal }) => {
      const sessions: Session[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
        const page = await unwrap(api.GET('/sessions', { params: { query }, signal }));
        sessions.push(...page.sessions);
        cursor = page.nextCursor;
      } while (cursor);
      return sessions;
    },
  });
}

/** The user's newest conversations, the latest first. */
export function newestTalksQuery(userId: string) {
  return queryOptions({
    queryKey: talkKeys.newest(userId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: newestCount } };
      return (await unwrap(api.GET('/sessions', { params, signal }))).sessions;
    },
    staleTime: 0,
  });
}
