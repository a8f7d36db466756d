import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';

/** Found messages per page (rule chat-search-page). */
const pageSize = 20;

/**
 * Messages and replies that contain a text, newest first. With `sessionId` the search is in that chat only,
 * otherwise in all chats of the user. The query keys begin with the key of the chat lists. So deleting a chat
 * refreshes the results too.
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
    // New messages change the results.
    staleTime: 0,
  });
}
