import { PanelLeft, PanelRight, Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Coin, categoryInk } from '#/features/character';
import type { Session } from '#/shared/api/types';
import { IconButton } from '#/shared/ui/icon-button';
import type { TalkDialogKind } from '../talk/talk-dialog-kind';
import { TalkWave } from './talk-wave';

/** The menu of the talk. The chat works without it if its code cannot be fetched. */
const TalkMenu = lazy(() =>
  import('../talk/talk-menu')
    .then((m) => ({ default: m.TalkMenu }))
    .catch(() => ({ default: () => <></> })),
);

export interface PanelControls {
  isDesktop: boolean;
  /** Buttons of other features, shown in a wide header only. */
  tools: ReactNode;
  /** True while the sidebar is open as an overlay. A wide screen shows it beside the chat instead. */
  isSidebarShown: boolean;
  areDetailsShown: boolean;
  toggleDetails: () => void;
  openSidebar: () => void;
  openPanel: (kind: 'search' | 'year' | TalkDialogKind) => void;
  /** True while a panel covers the chat. The chat must not take the focus then. */
  isCoveredByPanel: boolean;
}

interface ChatHeaderProps {
  session: Session;
  panels: PanelControls;
  isReplyArriving: boolean;
  /** True if the character is not locked and has not answered yet: its stamp is then drawn without relief. */
  isUnanswered: boolean;
  /** What the menu offers; undefined for a locked character without messages, which has no menu. */
  menu: { canStartOver: boolean } | undefined;
  isDemo: boolean;
}

/** The button that opens the sidebar on a small screen. */
export function ShowChatsButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  return (
    <IconButton label="Show chats" aria-expanded={shown} onClick={onClick}>
      <PanelLeft size={18} aria-hidden="true" />
    </IconButton>
  );
}

/** The line under the header of a chat without a model (rule replies-demo-label). */
function DemoStrip() {
  return (
    <p className="demo-strip">
      <b>Written portrait:</b> ask along the suggestions, or type and see
    </p>
  );
}

/** The heading is the title of the chat, with the name beside it, or the name alone (rule chat-title-shown). */
export function ChatHeader({
  session,
  panels,
  isReplyArriving,
  isUnanswered,
  menu,
  isDemo,
}: ChatHeaderProps) {
  const {
    isDesktop,
    tools,
    isSidebarShown,
    areDetailsShown,
    toggleDetails,
    openSidebar,
    openPanel,
  } = panels;
  const { id, title, character } = session;
  return (
    <>
      <header className="chat-head" data-flat={isUnanswered || undefined}>
        {!isDesktop && (
          <>
            <ShowChatsButton shown={isSidebarShown} onClick={openSidebar} />
            <Coin pictureUrl={character.coin_url} ink={categoryInk(character.category)} size={36} />
          </>
        )}
        <h1 className="display t3 chat-head__name">
          {title || character.name} {title && <span className="small muted">{character.name}</span>}
        </h1>
        <IconButton label="Search messages" onClick={() => openPanel('search')}>
          <Search size={18} aria-hidden="true" />
        </IconButton>
        {isDesktop && tools}
        {menu && (
          <Suspense fallback={<span className="icon-btn" />}>
            <TalkMenu {...menu} sessionId={id} onOpen={openPanel} />
          </Suspense>
        )}
        <IconButton
          label={areDetailsShown ? 'Hide details' : 'Show details'}
          aria-expanded={areDetailsShown}
          onClick={toggleDetails}
        >
          <PanelRight size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <TalkWave talking={isReplyArriving} />
      {isDemo && <DemoStrip />}
    </>
  );
}
