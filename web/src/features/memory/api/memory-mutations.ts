import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import type { Schemas } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { memoryKeys } from './keys';
import type { MemorySettings } from './memory-query';

type MemoryChange = Schemas['MemoryBody'];

/**
 * Returns a function that fetches the list again. It runs after every write, even a refused one, because
 * another tab may have changed the list.
 */
function useRefetchMemories(conversationId: string, userId: string) {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ queryKey: memoryKeys.panel(conversationId, userId), exact: true });
}

/** Adds a memory that the user has written. */
export function useAddMemory(conversationId: string, userId: string, onAdded: () => void) {
  const onSettled = useRefetchMemories(conversationId, userId);
  return useMutation({
    mutationFn: (text: string) =>
      unwrap(
        api.POST('/messages/{id}/memory', {
          params: { path: { id: conversationId } },
          body: { text },
        }),
      ),
    onSuccess: onAdded,
    onError: (error) => toast.error(errorMessage(error, texts.notAdded)),
    onSettled,
  });
}

/** Edits, pins or shares a memory. */
export function useChangeMemory(conversationId: string, userId: string) {
  const onSettled = useRefetchMemories(conversationId, userId);
  return useMutation({
    mutationFn: ({ memoryId, body }: { memoryId: string; body: MemoryChange }) =>
      unwrap(
        api.PUT('/messages/{id}/memory/{memoryId}', {
          params: { path: { id: conversationId, memoryId } },
          body,
        }),
      ),
    onError: (error) => toast.error(errorMessage(error, texts.notChanged)),
    onSettled,
  });
}

/** Deletes a memory for good. */
export function useDeleteMemory(conversationId: string, userId: string) {
  const onSettled = useRefetchMemories(conversationId, userId);
  return useMutation({
    mutationFn: (memoryId: string) =>
      unwrap(
        api.DELETE('/messages/{id}/memory/{memoryId}', {
          params: { path: { id: conversationId, memoryId } },
        }),
      ),
    onError: (error) => toast.error(errorMessage(error, texts.notDeleted)),
    onSettled,
  });
}

/** Deletes all that a character remembers. */
export function useForgetEverything(conversationId: string, userId: string, onDone: () => void) {
  const onSettled = useRefetchMemories(conversationId, userId);
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/messages/{id}/memory', { params: { path: { id: conversationId } } })),
    onSuccess: onDone,
    onError: (error) => toast.error(errorMessage(error, texts.notDeleted)),
    onSettled,
  });
}

/**
 * Saves the memory settings: the switches, the user's name and the lines about the user. A change is shown at
 * once. If the call fails, the change is undone.
 */
export function useSaveMemorySettings(userId: string) {
  const client = useQueryClient();
  const queryKey = memoryKeys.settings(userId);
  return useMutation({
    mutationFn: (body: MemorySettings) => unwrap(api.PUT('/user/memory', { body })),
    onMutate: (wanted) => {
      const formerSettings = client.getQueryData<MemorySettings>(queryKey);
      client.setQueryData(queryKey, wanted);
      return formerSettings;
    },
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
    onError: (error, _wanted, former) => {
      client.setQueryData(queryKey, former);
      toast.error(errorMessage(error, texts.notSaved));
    },
  });
}
