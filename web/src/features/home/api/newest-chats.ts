import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { homeKeys } from './keys';

/**
 * The largest number of conversations above the sections. internal/pages/preload.go preloads the
 * same call and has the same number (rule home-go-on).
 */
const maxChats = 3;

/** The user's newest conversations with their last lines, the latest first. */
export function newestChatsQuery(userId: string) {
  return queryOptions({
    queryKey: homeKeys.newestChats(userId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: maxChats } };
      return (await unwrap(api.GET('/sessions/characterProfile', { params, signal }))).sessions;
    },
    staleTime: 0,
    // No retry, because the page waits for the first answer.
    retry: false,
  });
}
