import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, isNotFound } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { collectionKeys } from './keys';

/** Deletes a collection. If it is deleted already, that counts as success. */
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
      await writeServerAnswer<Collection[]>(client, collectionKeys.lists(userId), (old) =>
        old.filter((one) => one.id !== id),
      );
      toast.success(texts.deleted);
      onDeleted();
      client.removeQueries({ queryKey: collectionKeys.list(id, userId) });
      void client.invalidateQueries({ queryKey: collectionKeys.own });
    },
    onError: (error) => {
      if (reopenLogin(error, () => deletion.mutate())) return;
      toast.error(errorMessage(error, texts.deleteFailed));
    },
  });
  return deletion;
}
