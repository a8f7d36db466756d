import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { collectionKeys } from './keys';

/** The user's own collections, each with its first characters. */
export function collectionsQuery(userId: string) {
  return queryOptions({
    queryKey: collectionKeys.lists(userId),
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/user/collections/lists', { signal }))).data,
    staleTime: 0,
  });
}

/** The user's own collections. Each one says whether it contains the character. */
export function collectionsForCharacterQuery(characterId: string, userId: string) {
  return queryOptions({
    queryKey: collectionKeys.listsWith(characterId, userId),
    queryFn: async ({ signal }) =>
      (
        await unwrap(
          api.GET('/user/collections/lists', { params: { query: { characterId } }, signal }),
        )
      ).data,
    staleTime: 0,
  });
}

/** One of the user's own collections, with all its characters. */
export function collectionQuery(id: string, userId: string) {
  return queryOptions({
    queryKey: collectionKeys.list(id, userId),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/user/collections/lists/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  });
}

/** A collection under its share address. `useFreshDataPerUser` resets it when the user changes. */
export function sharedCollectionQuery(token: string) {
  return queryOptions({
    queryKey: collectionKeys.shared(token),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/collections/{token}', { params: { path: { token } }, signal })),
  });
}
