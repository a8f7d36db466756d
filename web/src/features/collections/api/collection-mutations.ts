import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, fieldErrors, isNotFound } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import { writeThrough } from '#/shared/api/write-through';
import type { FormErrors } from '#/shared/hooks/use-form';
import { toast } from '#/shared/ui/toast';
import { type CollectionForm, collectionFields } from '../model/collection-form';
import { texts } from '../texts';
import { collectionKeys } from './keys';

/** Fetches everything about the user's own collections again, except what was just written. */
function refreshOthers(client: QueryClient, written: readonly unknown[]): void {
  const same = JSON.stringify(written);
  void client.invalidateQueries({
    queryKey: collectionKeys.own,
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== same,
  });
}

/** Stores the server's answer as the collection, and fetches the lists again. */
function storeCollection(client: QueryClient, userId: string, collection: Collection): void {
  const key = collectionKeys.list(collection.id, userId);
  client.setQueryData<Collection>(key, collection);
  refreshOthers(client, key);
}

interface SaveOptions {
  showErrors: (errors: FormErrors<keyof CollectionForm>) => boolean;
  onSaved: (collection: Collection) => void;
}

/** Makes a collection. A refusal is shown at its field, else in a toast. */
export function useCreateCollection(userId: string, { showErrors, onSaved }: SaveOptions) {
  const client = useQueryClient();
  const creation = useMutation({
    mutationFn: (body: CollectionForm) => unwrap(api.POST('/user/collections/lists', { body })),
    onSuccess: (made) => {
      storeCollection(client, userId, made);
      onSaved(made);
    },
    onError: (error, typed) => {
      if (loginAgain(error, () => creation.mutate(typed))) return;
      if (showErrors(fieldErrors(error, collectionFields))) return;
      toast.error(errorMessage(error, texts.createFailed));
    },
  });
  return creation;
}

/** Changes name and description. A refusal is shown at its field, else in a toast. */
export function useRenameCollection(
  userId: string,
  id: string,
  { showErrors, onSaved }: SaveOptions,
) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (body: CollectionForm) =>
      unwrap(api.PUT('/user/collections/lists/{id}', { params: { path: { id } }, body })),
    onSuccess: (saved) => {
      storeCollection(client, userId, saved);
      onSaved(saved);
    },
    onError: (error, typed) => {
      if (loginAgain(error, () => saving.mutate(typed))) return;
      if (showErrors(fieldErrors(error, collectionFields))) return;
      toast.error(errorMessage(error, texts.saveFailed));
    },
  });
  return saving;
}

/** Deletes a collection. One that is deleted already counts as success. */
export function useDeleteCollection(userId: string, id: string, onDeleted: () => void) {
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: async () => {
      try {
        await unwrap(api.DELETE('/user/collections/lists/{id}', { params: { path: { id } } }));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: async () => {
      await writeThrough<Collection[]>(client, collectionKeys.lists(userId), (old) =>
        old.filter((one) => one.id !== id),
      );
      toast.success(texts.deleted);
      onDeleted();
      client.removeQueries({ queryKey: collectionKeys.list(id, userId) });
      void client.invalidateQueries({ queryKey: collectionKeys.own });
    },
    onError: (error) => {
      if (loginAgain(error, () => deletion.mutate())) return;
      toast.error(errorMessage(error, texts.deleteFailed));
    },
  });
  return deletion;
}

/** Takes a character out of a collection. */
export function useTakeOut(userId: string, id: string, onTakenOut?: () => void) {
  const client = useQueryClient();
  const taking = useMutation({
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
      if (loginAgain(error, () => taking.mutate(characterId))) return;
      toast.error(errorMessage(error, texts.takeOutFailed));
    },
  });
  return taking;
}

/** The collection with its characters in another order; characters that the order omits stay last. */
function inOrder(collection: Collection, order: readonly number[]): Collection {
  const at = new Map(order.map((id, index) => [id, index]));
  const place = (id: number) => at.get(id) ?? order.length;
  const characters = collection.characters.toSorted(
    (a, b) => place(a.character_id) - place(b.character_id),
  );
  return { ...collection, characters };
}

/**
 * Saves the order of the characters, which is shown at once. Changes are sent in their order, and the answer
 * to the last one is kept. After a refusal, such as for a collection that changed in another tab, the stored
 * order is fetched.
 */
export function useReorder(userId: string, id: string) {
  const client = useQueryClient();
  const key = collectionKeys.list(id, userId);
  const mutationKey = ['reorder', id];
  const saving = useMutation({
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
      client.setQueryData<Collection>(key, (old) => old && inOrder(old, order));
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey }) === 1) storeCollection(client, userId, saved);
    },
    onError: (error, order) => {
      if (loginAgain(error, () => saving.mutate(order))) return;
      toast.error(errorMessage(error, texts.orderFailed));
      void client.invalidateQueries({ queryKey: collectionKeys.own });
    },
  });
  return saving;
}

/** Makes the address under which anybody can read the collection. */
export function useShareCollection(userId: string, id: string) {
  const client = useQueryClient();
  const key = collectionKeys.list(id, userId);
  const sharing = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/user/collections/lists/{id}/share', { params: { path: { id } } })),
    onSuccess: async ({ url }) => {
      await writeThrough<Collection>(client, key, (old) => ({ ...old, share_url: url }));
      refreshOthers(client, key);
    },
    onError: (error) => {
      if (loginAgain(error, () => sharing.mutate())) return;
      toast.error(errorMessage(error, texts.shareFailed));
    },
  });
  return sharing;
}

/** Revokes the address of a shared collection. */
export function useUnshareCollection(userId: string, id: string) {
  const client = useQueryClient();
  const key = collectionKeys.list(id, userId);
  const stopping = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/user/collections/lists/{id}/share', { params: { path: { id } } })),
    onSuccess: async () => {
      await writeThrough<Collection>(client, key, (old) => ({ ...old, share_url: null }));
      toast.success(texts.sharingStopped);
      refreshOthers(client, key);
    },
    onError: (error) => {
      if (loginAgain(error, () => stopping.mutate())) return;
      toast.error(errorMessage(error, texts.unshareFailed));
    },
  });
  return stopping;
}
