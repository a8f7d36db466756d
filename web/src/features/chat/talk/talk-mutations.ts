import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, fieldErrors } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Session } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { talkTexts } from './talk-texts';

interface RenameOptions {
  showErrors: (errors: { title?: string }) => boolean;
  onDone: () => void;
}

/**
 * Gives the conversation a title. Errors of the title are shown at the field, other errors in a toast. A 401
 * opens the login modal, and the call is repeated after the login. The field keeps the typed title (rule
 * chat-title-shown).
 */
export function useRenameTalk({ id, character }: Session, { showErrors, onDone }: RenameOptions) {
  const client = useQueryClient();
  const renameMutation = useMutation({
    mutationFn: (title: string) =>
      unwrap(api.PUT('/session/{id}', { params: { path: { id } }, body: { title } })),
    onSuccess: (saved) => {
      client.setQueryData(sharedKeys.session(character.slug, saved.user_id), saved);
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
      void client.invalidateQueries({ queryKey: sharedKeys.chatHistory });
      toast.success(talkTexts.renamed);
      onDone();
    },
    onError: (error, title) => {
      if (reopenLogin(error, () => renameMutation.mutate(title))) return;
      if (showErrors(fieldErrors(error, ['title']))) return;
      toast.error(errorMessage(error, talkTexts.renameFailed));
    },
  });
  return renameMutation;
}

/**
 * Starts a conversation over: its messages are put into an archive. `onDone` gets the conversation, which
 * then has its greeting only.
 */
export function useStartOver(id: string, onDone: (session: Session) => void) {
  const startOverMutation = useMutation({
    mutationFn: () => unwrap(api.POST('/messages/{id}/start-over', { params: { path: { id } } })),
    onSuccess: (session) => {
      toast.success(talkTexts.startedOver);
      onDone(session);
    },
    onError: (error) => {
      if (reopenLogin(error, () => startOverMutation.mutate())) return;
      toast.error(errorMessage(error, talkTexts.startOverFailed));
    },
  });
  return startOverMutation;
}

/** Replaces the messages of a conversation by those of an archive. The former messages become an archive. */
export function useRestoreArchive(id: string, onDone: (session: Session) => void) {
  const restoring = useMutation({
    mutationFn: (archiveId: string) =>
      unwrap(
        api.POST('/messages/{id}/archives/{archiveId}/restore', {
          params: { path: { id, archiveId } },
        }),
      ),
    onSuccess: (session) => {
      toast.success(talkTexts.restored);
      onDone(session);
    },
    onError: (error, archiveId) => {
      if (reopenLogin(error, () => restoring.mutate(archiveId))) return;
      toast.error(errorMessage(error, talkTexts.restoreFailed));
    },
  });
  return restoring;
}
