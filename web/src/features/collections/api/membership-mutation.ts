import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { collectionKeys } from './keys';

interface Membership {
  collectionId: string;
  /** True to add the character to the collection, false to take it out. */
  isMember: boolean;
}

function sendMembership(
  characterId: string,
  { collectionId: id, isMember: on }: Membership,
): Promise<Collection> {
  if (!on) {
    const pathParams = { id, characterId };
    return unwrap(
      api.DELETE('/user/collections/lists/{id}/characters/{characterId}', {
        params: { path: pathParams },
      }),
    );
  }
  const params = { path: { id } };
  return unwrap(
    api.POST('/user/collections/lists/{id}/characters', { params, body: { characterId } }),
  );
}

/**
 * Adds a character to a collection, or takes the character out of the collection. The page shows the change
 * at once. After a failure the change is undone and a toast is shown. A 401 opens the login modal, and the
 * change is repeated after the login. Rule collections-add-dialog.
 */
export function useSetMembership(userId: string, characterId: string) {
  const client = useQueryClient();
  const key = collectionKeys.listsWith(characterId, userId);
  const changeCollection = (collectionId: string, write: (old: Collection) => Collection) =>
    writeServerAnswer<Collection[]>(client, key, (old) =>
      old.map((one) => (one.id === collectionId ? write(one) : one)),
    );
  const membership = useMutation({
    scope: { id: `membership ${characterId}` },
    mutationFn: (wanted: Membership) => sendMembership(characterId, wanted),
    onMutate: ({ collectionId, isMember: on }) =>
      changeCollection(collectionId, (old) => ({ ...old, has_character: on })),
    onSuccess: async (saved, { collectionId, isMember: on }) => {
      await changeCollection(collectionId, (old) => ({
        ...old,
        count: saved.count,
        has_character: on,
      }));
      client.setQueryData(collectionKeys.list(saved.id, userId), saved);
      void client.invalidateQueries({ queryKey: collectionKeys.lists(userId) });
    },
    onError: async (error, wanted) => {
      await changeCollection(wanted.collectionId, (old) => ({
        ...old,
        has_character: !wanted.isMember,
      }));
      if (reopenLogin(error, () => membership.mutate(wanted))) return;
      toast.error(errorMessage(error, wanted.isMember ? texts.addFailed : texts.takeOutFailed));
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return membership;
}
