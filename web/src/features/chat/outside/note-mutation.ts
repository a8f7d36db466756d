import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Note } from './note';
import { outsideTexts } from './texts';

interface NoteState {
  note: Note | undefined;
  isWaitingForNote: boolean;
  /** Why there is no note; empty if nothing failed. The panel shows it. */
  failureText: string;
  askForNote: () => void;
}

function failureText(error: Error): string {
  return (error instanceof ApiError && error.message) || outsideTexts.failed;
}

/**
 * Requests the note about a reply. A note counts as a message, so the allowance is fetched again
 * (rule chat-meter).
 */
export function useNoteOfReply(slug: string, messageId: string): NoteState {
  const client = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/messages/{id}/step-outside', {
          params: { path: { id: slug } },
          body: { messageId },
        }),
      ),
    // A note uses up one message of the day. The allowance comes with the newest messages of a chat, so these
    // are fetched again for all chats.
    onSettled: () => client.invalidateQueries({ queryKey: sharedKeys.messages('').slice(0, 1) }),
  });
  return {
    note: data,
    isWaitingForNote: isPending,
    failureText: error ? failureText(error) : '',
    askForNote: () => mutate(),
  };
}
