import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { saveFile } from '#/shared/browser/save-file';
import { toast } from '#/shared/ui/toast';
import { exportWaitText, texts } from '../texts';

/** Fetches the user's data with the token and saves it as a file (rules account-export, accounts-export). */
export function useDownloadData(userId: string) {
  const client = useQueryClient();
  const downloadMutation = useMutation({
    mutationFn: () => unwrap(api.GET('/user/export', { parseAs: 'blob' })) as Promise<Blob>,
    onSuccess: (file) =>
      saveFile(file, `colloquy-export-${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (error) => {
      const retryAfterLogin = () => {
        if (client.getQueryData<User | null>(sharedKeys.me)?.id === userId)
          downloadMutation.mutate();
      };
      if (reopenLogin(error, retryAfterLogin)) return;
      const waitSeconds =
        error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
      toast.error(
        waitSeconds === null
          ? errorMessage(error, texts.exportFailed)
          : exportWaitText(Date.now(), waitSeconds),
      );
    },
  });
  return downloadMutation;
}
