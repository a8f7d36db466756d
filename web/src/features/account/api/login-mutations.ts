import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, isNotFound } from '#/shared/api/errors';
import type { LoginSession } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { accountKeys } from './keys';

interface EndLoginOptions {
  /** Called after the ended sessions have been removed from the list. */
  onEnded: () => void;
}

async function endSession(id: string): Promise<void> {
  try {
    await unwrap(api.DELETE('/user/sessions/{id}', { params: { path: { id } } }));
  } catch (error) {
    // The session has already ended.
    if (!isNotFound(error)) throw error;
  }
}

/** Ends one session of the user (rule account-sessions). */
export function useEndLogin(userId: string, { onEnded }: EndLoginOptions) {
  const client = useQueryClient();
  const endMutation = useMutation({
    mutationFn: endSession,
    onSuccess: async (_, id) => {
      await writeServerAnswer<LoginSession[]>(client, accountKeys.logins(userId), (old) =>
        old.filter((one) => one.id !== id),
      );
      onEnded();
    },
    onError: (error, id) => {
      if (reopenLogin(error, () => endMutation.mutate(id))) return;
      toast.error(errorMessage(error, texts.endFailed));
    },
  });
  return endMutation;
}

/** Ends all sessions of the user but the one of this browser. */
export function useEndOtherLogins(userId: string, { onEnded }: EndLoginOptions) {
  const client = useQueryClient();
  const endMutation = useMutation({
    mutationFn: () => unwrap(api.POST('/user/sessions/end-others')),
    onSuccess: async () => {
      await writeServerAnswer<LoginSession[]>(client, accountKeys.logins(userId), (old) =>
        old.filter(({ current }) => current),
      );
      onEnded();
    },
    onError: (error) => {
      if (reopenLogin(error, () => endMutation.mutate())) return;
      toast.error(errorMessage(error, texts.endOthersFailed));
    },
  });
  return endMutation;
}
