import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { collectionKeys } from './keys';
import { storeCollection } from './store-collection';

/** Takes a character out of a collection. */
export function useTakeOutCharacter(userId: string, id: string, onTakenOut?: () => void) {
  const client = useQueryClient();
  const removal = useMutation({
    scope: { id: `collection ${id}` },
    mutationFn: (characterId: string) =>
      unwrap(
        api.DELETE('/user/collections/lists/{id}/characters/{characterId}', {
          params: { path: { id, characterId } },
        }),
      ),
    onSuccess: (saved) => {
      onTakenOut?.();
      storeCollection(client, userId, saved);
    },
    onError: (error, characterId) => {
      if (reopenLogin(error, () => removal.mutate(characterId))) return;
      toast.error(errorMessage(error, texts.takeOutFailed));
    },
  });
  return removal;
}

/** The collection with its characters in the order of the ids. Characters that are not in `order` come last. */
function withCharacterOrder(collection: Collection, order: readonly number[]): Collection {
  const indexByCharacterId = new Map(order.map((id, index) => [id, index]));
  const orderIndexOf = (id: number) => indexByCharacterId.get(id) ?? order.length;
  const characters = collection.characters.toSorted(
    (a, b) => orderIndexOf(a.character_id) - orderIndexOf(b.character_id),
  );
  return { ...collection, characters };
}

/**
 * Saves the order of the characters. The new order is shown at once (rule collections-move). Changes are sent
 * one after the other, and only the answer to the last one is kept. After a failure a toast is shown, and the
 * stored order is fetched. The server refuses an order if another tab has changed the collection. A 401 opens
 * the login modal, and the change is repeated after the login.
 */
export function useReorderCharacters(userId: string, id: string) {
  const client = useQueryClient();
  const key = collectionKeys.list(id, userId);
  const mutationKey = ['reorder', id];
  const reorderMutation = useMutation({
    mutationKey,
    scope: { id: `collection ${id}` },
    mutationFn: (order: readonly number[]) =>
      unwrap(
        api.PUT('/user/collections/lists/{id}/characters', {
          params: { path: { id } },
          body: { characterIds: [...order] },
        }),
      ),
    onMutate: async (order) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<Collection>(key, (old) => old && withCharacterOrder(old, order));
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey }) === 1) storeCollection(client, userId, saved);
    },
    onError: (error, order) => {
      if (reopenLogin(error, () => reorderMutation.mutate(order))) return;
      toast.error(errorMessage(error, texts.orderFailed));
      void client.invalidateQueries({ queryKey: collectionKeys.own });
    },
  });
  return reorderMutation;
}
