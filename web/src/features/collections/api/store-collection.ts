import type { QueryClient } from '@tanstack/react-query';
import type { Collection } from '#/shared/api/types';
import { collectionKeys } from './keys';

/** Fetches everything about the user's own collections again, except what was just written. */
export function refreshOtherQueries(client: QueryClient, written: readonly unknown[]): void {
  const writtenKey = JSON.stringify(written);
  void client.invalidateQueries({
    queryKey: collectionKeys.own,
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== writtenKey,
  });
}

/** Stores the server's answer as the collection, and fetches the lists again. */
export function storeCollection(client: QueryClient, userId: string, collection: Collection): void {
  const key = collectionKeys.list(collection.id, userId);
  client.setQueryData<Collection>(key, collection);
  refreshOtherQueries(client, key);
}
