import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { forgetChats } from '#/shared/api/forget-chats';
import { announceDeletedChats } from '#/shared/browser/deleted-chats';
import { toast } from '#/shared/ui/toast';
import { deletedText, texts } from '../texts';

/** Largest number of ids of one call (rule chats-delete). */
const maxIds = 100;

function send(ids: readonly string[]) {
  const [id = ''] = ids;
  if (ids.length === 1) {
    return unwrap(api.DELETE('/user/chats/{id}', { params: { path: { id } } }));
  }
  return unwrap(api.POST('/user/chats/bulk-delete', { body: { sessionIds: [...ids] } }));
}

/**
 * Deletes conversations, a hundred a call. `onDeleted` gets the ids of each call that succeeded: if a
 * later one fails, the others stay to be tried again.
 */
export function useDeleteChats(onDeleted: (ids: readonly string[]) => void) {
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let from = 0; from < ids.length; from += maxIds) {
        const part = ids.slice(from, from + maxIds);
        await send(part);
        announceDeletedChats(part);
        onDeleted(part);
        forgetChats(client, part);
      }
      return ids.length;
    },
    onSuccess: (count) => toast.success(deletedText(count), { id: 'chats-deleted' }),
    onError: (error, ids) => {
      if (!loginAgain(error, () => deletion.mutate(ids))) {
        toast.error(errorMessage(error, texts.failed), { id: texts.failed });
      }
    },
  });
  return deletion;
}
