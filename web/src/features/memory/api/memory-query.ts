import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import type { Schemas } from '#/shared/api/types';
import { memoryKeys } from './keys';

/** One remembered thing. */
export type Memory = Schemas['MemoryJSON'];

/** What a character remembers, and what the user's older words came to. */
export type RememberedThings = Schemas['PanelOutBody'];

/** The switches and the card. */
export type MemorySettings = Schemas['MemorySettingsJSON'];

/** Notes are taken in the background, so the list is fetched whenever the panel opens. */
export function panelQuery(conversationId: string, userId: string) {
  return queryOptions({
    queryKey: memoryKeys.panel(conversationId, userId),
    staleTime: 0,
    queryFn: () =>
      unwrap(
        api.GET('/messages/{id}/memory', { params: { path: { id: conversationId } } }),
      ) as Promise<RememberedThings>,
  });
}

export function settingsQuery(userId: string) {
  return queryOptions({
    queryKey: memoryKeys.settings(userId),
    queryFn: () => unwrap(api.GET('/user/memory')) as Promise<MemorySettings>,
  });
}
