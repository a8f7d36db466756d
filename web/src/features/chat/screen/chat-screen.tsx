import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { categoryInk } from '#/features/character';
import { ApiError } from '#/shared/api/errors';
import type { User } from '#/shared/api/types';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { useReturnFocus } from '#/shared/hooks/use-return-focus';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useFitToVisualViewport } from '../browser/use-visual-viewport';
import { ShowChatsButton } from '../conversation/chat-header';
import { Conversation } from '../conversation/conversation';
import { ReplyText } from '../markdown/reply-text';
import { sessionQuery, sessionsQuery } from '../sidebar/session-queries';
import { Sidebar } from '../sidebar/sidebar';
import { texts } from '../texts';
import { DeletedChat, LoginEnded, UnknownCharacter, UnopenedChat } from './chat-notices';
import { Overlay } from './overlay';
import type { TalkPanelKind } from './talk-panel';
import { useChatDeletion } from './use-deletion';
import { usePanels } from './use-panels';
import '../styles/chat-layout.css';
import '../styles/chat-side.css';
import '../styles/chat-log.css';
import '../styles/chat-composer.css';
import '../styles/speaking.css';

const DetailsPanel = lazy(() =>
  import('../details/details-panel').then((m) => ({ default: m.DetailsPanel })),
);
const TalkPanel = lazy(() => import('./talk-panel').then((m) => ({ default: m.TalkPanel })));

/**
 * Returns the focus to the element that opened a panel. It remembers that element before the page below
 * becomes inert, because an inert page loses the focus.
 */
function ReturnFocus({ children }: { children: ReactNode }) {
  useReturnFocus();
  return children;
}

interface ChatScreenProps {
  user: User;
  /** False once the login has ended: the chat stays readable (rule accounts-login-ends). */
  signedIn?: boolean;
  slug: string;
  /** Controls of other features in the header of a wide screen. */
  tools?: ReactNode;
  /** Controls of other features in the details. */
  actions?: ReactNode;
}

/** The session of a slug. A session in the sidebar's list is used while the request runs. */
function useSessionOf(user: User, slug: string) {
  const client = useQueryClient();
  return useQuery({
    ...sessionQuery(user.id, slug),
    placeholderData: () =>
      client
        .getQueryData(sessionsQuery(user.id).queryKey)
        ?.find(({ character }) => character.slug === slug),
  });
}

function isUnknownCharacter(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function ChatScreen({ user, signedIn = true, slug, tools, actions }: ChatScreenProps) {
  const sessionResult = useSessionOf(user, slug);
  const { data: session, error, refetch } = sessionResult;
  const isDesktop = useDesktop();
  const panels = usePanels();
  const [overlay, setOverlay] = useState<'sidebar' | 'details' | null>(null);
  const [talkPanel, setTalkPanel] = useState<TalkPanelKind | null>(null);
  const openPanel = (kind: TalkPanelKind) => {
    setOverlay(null);
    setTalkPanel(kind);
  };
  const deletion = useChatDeletion(sessionResult, slug, user.id);
  const shownOverlay = isDesktop ? null : overlay;
  const isCovered = shownOverlay !== null || talkPanel !== null;
  const closeOverlay = () => setOverlay(null);
  useFitToVisualViewport();
  usePageTitle(
    (session?.title || session?.character.name) ??
      (isUnknownCharacter(error) ? texts.notFound : null),
  );

  const sidebar = (
    <Sidebar
      user={user}
      isSignedIn={signedIn}
      activeSlug={slug}
      isCollapsed={isDesktop && panels.collapsed}
      onToggle={isDesktop ? () => panels.toggle('collapsed') : closeOverlay}
      onChoose={closeOverlay}
    />
  );
  // On a small screen this button leads to the other chats while the chat cannot be opened
  // (rule chat-unopened).
  const chatsButton = (
    <header className="chat-head">
      <ShowChatsButton shown={shownOverlay === 'sidebar'} onClick={() => setOverlay('sidebar')} />
    </header>
  );
  const areDetailsOpen = isDesktop ? panels.details : shownOverlay === 'details';
  const detailsPanel = session && (
    <Suspense fallback={<div className="details" />}>
      <DetailsPanel
        session={session}
        actions={actions}
        onShowMemory={() => openPanel('memory')}
        onShowYears={() => openPanel('year')}
        onClose={isDesktop ? undefined : closeOverlay}
      />
    </Suspense>
  );
  const ink = session && `c-${categoryInk(session.character.category)}`;
  return (
    <div
      className={clsx('chat', ink)}
      data-collapsed={(isDesktop && panels.collapsed) || undefined}
      data-details={(isDesktop && panels.details && detailsPanel !== undefined) || undefined}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {isDesktop && sidebar}
      <main className="chat__main" id="main" tabIndex={-1} inert={isCovered}>
        {session && deletion.isDeleted && (
          <>
            {!isDesktop && chatsButton}
            <DeletedChat
              characterName={session.character.name}
              isStartingConversation={deletion.isStartingConversation}
              onStart={deletion.startAnew}
            />
          </>
        )}
        {session && !deletion.isDeleted && (
          <Conversation
            key={`${session.id} ${deletion.key}`}
            session={session}
            onDeleted={deletion.onDeleted}
            panels={{
              isDesktop,
              tools,
              isSidebarShown: shownOverlay === 'sidebar',
              areDetailsShown: areDetailsOpen,
              toggleDetails: () => (isDesktop ? panels.toggle('details') : setOverlay('details')),
              openSidebar: () => setOverlay('sidebar'),
              openPanel,
              isCoveredByPanel: isCovered,
            }}
          />
        )}
        {!session && (
          <>
            {!isDesktop && chatsButton}
            <SessionPlaceholder error={error} onRetry={() => void refetch()} />
          </>
        )}
      </main>
      {isDesktop && panels.details && detailsPanel}
      {shownOverlay === 'sidebar' && (
        <Overlay label="Your chats" side="left" onClose={closeOverlay}>
          {sidebar}
        </Overlay>
      )}
      {session && talkPanel && (
        <LazyOverlay key={`${session.id} ${talkPanel}`} onFail={() => setTalkPanel(null)}>
          <ReturnFocus>
            <TalkPanel
              kind={talkPanel}
              session={session}
              userId={user.id}
              Text={ReplyText}
              onReplaced={(replaced) => {
                deletion.replaceWith(replaced);
                setTalkPanel(null);
              }}
              onClose={() => setTalkPanel(null)}
            />
          </ReturnFocus>
        </LazyOverlay>
      )}
      {shownOverlay === 'details' && (
        <Overlay label="Details" side="right" onClose={closeOverlay}>
          {detailsPanel}
        </Overlay>
      )}
    </div>
  );
}

function SessionPlaceholder({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (isUnknownCharacter(error)) return <UnknownCharacter />;
  if (error instanceof ApiError && error.status === 401) return <LoginEnded onLogin={onRetry} />;
  if (error) return <UnopenedChat onRetry={onRetry} />;
  return (
    <div className="log__column chat__opening">
      <SkeletonRows rows={3} label="Opening the chat" />
    </div>
  );
}
