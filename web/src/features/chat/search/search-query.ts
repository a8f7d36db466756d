import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';

/** Found messages of a page. */
const pageSize = 20;

/**
 * The user's messages with a text, the newest first. `sessionId` searches one conversation. Every key
 * begins like the lists of chats, so that a deleted chat leaves the results.
 */
export function messageSearchQuery(userId: string, sessionId: string | undefined, text: string) {
  return infiniteQueryOptions({
    queryKey: [...sharedKeys.chatHistory, 'messages', sessionId ?? '', text, userId] as const,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { q: text, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) };
      if (sessionId === undefined) {
        return unwrap(api.GET('/messages/search', { params: { query }, signal }));
      }
      const path = { id: sessionId };
      return unwrap(api.GET('/messages/{id}/search', { params: { path, query }, signal }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    placeholderData: keepPreviousData,
    enabled: text !== '',
    // The messages themselves change the list.
    staleTime: 0,
  });
}
