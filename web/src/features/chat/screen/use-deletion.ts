import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '#/shared/api/client';
import { isDeletedChat } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Session } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';

interface ConversationQueryResult {
  data: Session | undefined;
  error: Error | null;
  /** True if `data` is from the sidebar's list, which may still have a deleted conversation. */
  isPlaceholderData: boolean;
}

/**
 * Tells whether the open conversation was deleted, and starts a new one in its place (rule
 * chats-delete-open).
 */
export function useChatDeletion(
  { data: session, error, isPlaceholderData }: ConversationQueryResult,
  slug: string,
  userId: string,
) {
  const client = useQueryClient();
  const [deletedId, setDeletedId] = useState<string | null>(null);
  /**
   * Number of conversations that this screen has replaced. It is part of `key`, because a new conversation has
   * the id of the deleted one.
   */
  const [epoch, setEpoch] = useState(0);
  /**
   * True if the session from the sidebar's list (`isPlaceholderData`) turned out to be deleted. The
   * `key` that the hook returns then changes when the new session arrives. So the chat is mounted
   * again.
   */
  const [wasStale, setWasStale] = useState(false);
  const replaceWith = (next: Session) => {
    client.removeQueries({ queryKey: sharedKeys.messages(next.id) });
    client.setQueryData(sharedKeys.session(slug, userId), next);
    void client.invalidateQueries({ queryKey: sharedKeys.sessions });
    setDeletedId(null);
    setEpoch(epoch + 1);
  };
  const startConversation = useMutation({
    mutationFn: () => unwrap(api.POST('/session', { body: { characterId: slug } })),
    onSuccess: replaceWith,
    onError: () => toast.error(texts.startFailed, { id: texts.startFailed }),
  });
  // The conversation of a locked character is not stored before it is unlocked.
  const isConversationStored = session !== undefined && !session.is_locked;
  return {
    key: `${epoch}${wasStale && !isPlaceholderData ? ' again' : ''}`,
    isDeleted:
      isConversationStored &&
      !isPlaceholderData &&
      (deletedId === session.id || isDeletedChat(error)),
    onDeleted: () => {
      if (!isConversationStored) return;
      if (isPlaceholderData) setWasStale(true);
      else setDeletedId(session.id);
    },
    /** Reloads the screen with this conversation, after its stored messages were replaced. */
    replaceWith,
    startAnew: () => startConversation.mutate(),
    isStartingConversation: startConversation.isPending,
  };
}
