import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Schemas } from '#/shared/api/types';

/** A part of a conversation that was put aside. */
export type Archive = Schemas['ArchiveJSON'];

/**
 * The earlier talks of a conversation, the newest first. The query key begins with the key of the
 * conversation's messages. So removing the messages removes the earlier talks too.
 */
export function archivesQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sharedKeys.messages(sessionId), 'archives'] as const,
    queryFn: async ({ signal }) => {
      const params = { path: { id: sessionId } };
      return (await unwrap(api.GET('/messages/{id}/archives', { params, signal }))).data;
    },
    // Another tab may have started over.
    staleTime: 0,
  });
}

/**
 * The pages of an archive's messages, the newest page first. Within a page the oldest message is
 * first.
 */
export function archivedMessagesQuery(sessionId: string, archiveId: string) {
  return infiniteQueryOptions({
    queryKey: [...sharedKeys.messages(sessionId), 'archive', archiveId] as const,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { archive: archiveId, ...(pageParam !== '' && { before: pageParam }) };
      const params = { path: { id: sessionId }, query };
      return unwrap(api.GET('/messages/{id}', { params, signal }));
    },
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages[0]?.id : undefined),
  });
}
