import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { forgetChats } from '#/shared/api/forget-chats';
import { announceDeletedChats } from '#/shared/browser/deleted-chats';
import { toast } from '#/shared/ui/toast';
import { deletedText, texts } from '../texts';

/** Largest number of ids of one call (rules chats-delete, chats-select). */
const maxIdsPerRequest = 100;

function sendDeletion(ids: readonly string[]) {
  const [id = ''] = ids;
  if (ids.length === 1) {
    return unwrap(api.DELETE('/user/chats/{id}', { params: { path: { id } } }));
  }
  return unwrap(api.POST('/user/chats/bulk-delete', { body: { sessionIds: [...ids] } }));
}

/**
 * Deletes conversations, at most a hundred in one call. Each call that succeeds calls `onDeleted` with its ids.
 * After a failed call, its chats and the later ones stay and can be deleted again.
 */
export function useDeleteChats(onDeleted: (ids: readonly string[]) => void) {
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let from = 0; from < ids.length; from += maxIdsPerRequest) {
        const batch = ids.slice(from, from + maxIdsPerRequest);
        await sendDeletion(batch);
        announceDeletedChats(batch);
        onDeleted(batch);
        forgetChats(client, batch);
      }
      return ids.length;
    },
    onSuccess: (count) => toast.success(deletedText(count), { id: 'chats-deleted' }),
    onError: (error, ids) => {
      if (!reopenLogin(error, () => deletion.mutate(ids))) {
        toast.error(errorMessage(error, texts.failed), { id: texts.failed });
      }
    },
  });
  return deletion;
}
