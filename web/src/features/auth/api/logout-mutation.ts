import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { dropCredentials } from '#/shared/browser/credentials';
import { removeFromTab, removeStored } from '#/shared/browser/storage';
import { emptyVisitedCaches } from '#/shared/browser/visited-caches';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { reportError } from '#/shared/lib/report-error';
import { toast } from '#/shared/ui/toast';
import { notifyTabs } from '../model/session-tabs';
import { closeSession } from './current-user';

/** Here and not in `texts.ts`, which the first load does not contain. */
const logoutFailed = 'Logout failed';

async function endServerSession(): Promise<void> {
  try {
    await unwrap(api.POST('/auth/logout'));
  } catch (error) {
    // 401: the session no longer exists, so the sign-out has succeeded.
    if (error instanceof ApiError && error.status === 401) return;
    reportError(logoutFailed, error);
    throw error;
  }
}

/**
 * Signs out in all tabs, removes token, drafts and private caches, and opens home. A failure is
 * logged and shown in a toast (rules accounts-logout, accounts-logout-failure).
 */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await endServerSession();
      dropCredentials();
      notifyTabs('signed-out');
      removeStored('drafts');
      removeStored('outbox');
      removeFromTab('comment_drafts');
      await emptyVisitedCaches().catch((error) =>
        reportError('Caches could not be emptied', error),
      );
      navigate(paths.home.getHref());
      closeSession(client);
    },
    onError: (error) => toast.error(errorMessage(error, logoutFailed)),
  });
}
