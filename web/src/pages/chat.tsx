import { MessageSquare } from 'lucide-react';
import { lazy, useState } from 'react';
import { useParams } from 'react-router';
import { useSession } from '#/features/auth';
import { ChatScreen } from '#/features/chat';
// Imported by their paths: the features' indexes export screens, which would be added to this
// chunk.
import { FollowButton, LikeButton } from '#/features/marks/components/mark-buttons';
import { ShareButton } from '#/features/profile/components/share-button';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { IconButton } from '#/shared/ui/icon-button';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';

const CommentsDrawer = lazy(() =>
  import('#/features/comments/components/comments-drawer').then((m) => ({
    default: m.CommentsDrawer,
  })),
);

/**
 * The chat with comments and profile. The route is guarded by RequireAuth. In the wide layout the chat stays
 * usable beside the comments (rule comments-drawer).
 */
export function ChatPage() {
  const { chatId = '' } = useParams();
  const session = useSession();
  const isDesktop = useDesktop();
  /** Slug of the character whose comments are open. In another chat the comments are closed. */
  const [commentsOf, setCommentsOf] = useState<string | null>(null);
  const isCommentsOpen = commentsOf === chatId;
  if (session.status !== 'in' && session.status !== 'ended') return null;
  const renderCommentsButton = (outlined: boolean) => (
    <IconButton label="Show comments" outlined={outlined} onClick={() => setCommentsOf(chatId)}>
      <MessageSquare size={18} aria-hidden="true" />
    </IconButton>
  );
  return (
    <>
      <div inert={isCommentsOpen && !isDesktop}>
        <ChatScreen
          user={session.user}
          signedIn={session.status === 'in'}
          slug={chatId}
          tools={
            <>
              {renderCommentsButton(false)}
              <ShareButton character={chatId} />
            </>
          }
          actions={
            <>
              <FollowButton character={chatId} size="sm" />
              <LikeButton character={chatId} />
              {renderCommentsButton(true)}
              <ShareButton character={chatId} outlined />
            </>
          }
        />
      </div>
      {isCommentsOpen && (
        <LazyOverlay key={chatId} onFail={() => setCommentsOf(null)}>
          <CommentsDrawer character={chatId} onClose={() => setCommentsOf(null)} />
        </LazyOverlay>
      )}
    </>
  );
}
