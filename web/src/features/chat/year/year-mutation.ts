import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Session } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { openTabChannel } from '../browser/tabs';
import { yearTexts } from './year-texts';

/** Tells the open chats of this and other tabs that the conversation has changed. */
function announceYearChange(sessionId: string): void {
  const tabs = openTabChannel(() => undefined);
  tabs.announceStart(sessionId);
  tabs.close();
}

/** Sets the year of a conversation; null removes it. */
export function useSetYear(session: Session, userId: string, onSet: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (year: number | null) =>
      unwrap(
        api.PUT('/messages/{id}/year', { params: { path: { id: session.id } }, body: { year } }),
      ),
    onSuccess: (stored) => {
      client.setQueryData(sharedKeys.session(session.character.slug, userId), stored);
      announceYearChange(session.id);
      onSet();
    },
    onError: (error) => toast.error(errorMessage(error, yearTexts.notSet)),
  });
}
