import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '#/features/auth';
// Imported by its path: the feature's index exports the chat screen, which would be added to this
// chunk.
import { sessionsQuery } from '#/features/chat/sidebar/session-queries';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { paths } from '#/shared/lib/paths';
import { FailedRead } from '#/shared/ui/failed';
import { Spinner } from '#/shared/ui/spinner';
import { toast } from '#/shared/ui/toast';

const noChatsText = 'No chats yet. Whoever you choose here will answer.';

/** Redirects to the catalogue, and says in a toast that there are no chats yet. */
function RedirectToCatalogue() {
  useEffect(() => {
    toast(noChatsText, { id: 'no-chats' });
  }, []);
  return <Navigate to={paths.characters.getHref()} replace />;
}

function RedirectToNewestChat({ userId }: { userId: string }) {
  const { data, isFetching, refetch } = useQuery(sessionsQuery(userId));
  // A cached list may lack the newest conversation.
  if (isFetching) return <Spinner />;
  if (!data) {
    return (
      <FailedRead
        size="page"
        title="Your chats could not be fetched"
        help="The rest still works."
        onRetry={() => void refetch()}
      />
    );
  }
  const [newest] = data;
  if (!newest) return <RedirectToCatalogue />;
  return <Navigate to={paths.chat.getHref(newest.character.slug)} replace />;
}

/**
 * Redirects `/chats` to the newest conversation of the user, or to the catalogue if there is none. The route
 * is guarded by RequireAuth.
 */
export function ChatsPage() {
  usePageTitle('Chats');
  const session = useSession();
  return session.status === 'in' ? <RedirectToNewestChat userId={session.user.id} /> : null;
}
