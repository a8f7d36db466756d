import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { Schemas } from '#/shared/api/types';
import { memoryKeys } from './keys';

/** One remembered thing. */
export type Memory = Schemas['MemoryJSON'];

/** What a character remembers of the user, and the summary of the older talk. */
export type MemoryPanelData = Schemas['PanelOutBody'];

/** The switches of the memory, and the card: the user's description of themselves. */
export type MemorySettings = Schemas['MemorySettingsJSON'];

/**
 * What a character remembers of the user. The server adds memories in the background, so the list is fetched
 * whenever the panel opens.
 */
export function memoryPanelQuery(conversationId: string, userId: string) {
  return queryOptions({
    queryKey: memoryKeys.panel(conversationId, userId),
    staleTime: 0,
    queryFn: () =>
      unwrap(
        api.GET('/messages/{id}/memory', { params: { path: { id: conversationId } } }),
      ) as Promise<MemoryPanelData>,
  });
}

export function memorySettingsQuery(userId: string) {
  return queryOptions({
    queryKey: memoryKeys.settings(userId),
    queryFn: () => unwrap(api.GET('/user/memory')) as Promise<MemorySettings>,
  });
}
