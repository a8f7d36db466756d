import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { collectionKeys } from './keys';
import { refreshOtherQueries } from './store-collection';

/** Creates the address under which anybody can read the collection (rule collections-share-dialog). */
export function useShareCollection(userId: string, id: string) {
  const client = useQueryClient();
  const key = collectionKeys.list(id, userId);
  const shareMutation = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/user/collections/lists/{id}/share', { params: { path: { id } } })),
    onSuccess: async ({ url }) => {
      await writeServerAnswer<Collection>(client, key, (old) => ({ ...old, share_url: url }));
      refreshOtherQueries(client, key);
    },
    onError: (error) => {
      if (reopenLogin(error, () => shareMutation.mutate())) return;
      toast.error(errorMessage(error, texts.shareFailed));
    },
  });
  return shareMutation;
}

/** Revokes the address of a shared collection. */
export function useUnshareCollection(userId: string, id: string) {
  const client = useQueryClient();
  const key = collectionKeys.list(id, userId);
  const unshareMutation = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/user/collections/lists/{id}/share', { params: { path: { id } } })),
    onSuccess: async () => {
      await writeServerAnswer<Collection>(client, key, (old) => ({ ...old, share_url: null }));
      toast.success(texts.sharingStopped);
      refreshOtherQueries(client, key);
    },
    onError: (error) => {
      if (reopenLogin(error, () => unshareMutation.mutate())) return;
      toast.error(errorMessage(error, texts.unshareFailed));
    },
  });
  return unshareMutation;
}
