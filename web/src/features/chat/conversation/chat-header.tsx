import { PanelLeft, PanelRight, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Coin, categoryInk } from '#/features/character';
import { IconButton } from '#/shared/ui/icon-button';
import type { Partner } from '../state/partner';
import { TalkWave } from './talk-wave';

export interface ChatPanels {
  desktop: boolean;
  /** Buttons of other features, shown in a wide header only. */
  tools: ReactNode;
  /** The sidebar is open as an overlay; a wide screen has it beside the chat. */
  sidebarShown: boolean;
  detailsShown: boolean;
  toggleDetails: () => void;
  openSidebar: () => void;
  openSearch: () => void;
  /** A panel lies over the chat, which cannot take the focus then. */
  covered: boolean;
}

interface ChatHeaderProps {
  partner: Partner;
  panels: ChatPanels;
  talking: boolean;
  demo: boolean;
}

/** Opens the sidebar on a small screen. */
export function ShowChats({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  return (
    <IconButton label="Show chats" aria-expanded={shown} onClick={onClick}>
      <PanelLeft size={18} aria-hidden="true" />
    </IconButton>
  );
}

function DemoStrip() {
  return (
    <p className="demo-strip">
      <b>Demo mode:</b> replies come from this character's written profile
    </p>
  );
}

export function ChatHeader({ partner, panels, talking, demo }: ChatHeaderProps) {
  const { desktop, tools, sidebarShown, detailsShown, toggleDetails, openSidebar, openSearch } =
    panels;
  return (
    <>
      <header className="chat-head">
        {!desktop && (
          <>
            <ShowChats shown={sidebarShown} onClick={openSidebar} />
            <Coin picture={partner.coin_url} ink={categoryInk(partner.category)} size={36} />
          </>
        )}
        <h1 className="display t3 chat-head__name">{partner.name}</h1>
        <IconButton label="Search messages" onClick={openSearch}>
          <Search size={18} aria-hidden="true" />
        </IconButton>
        {desktop && tools}
        <IconButton
          label={detailsShown ? 'Hide details' : 'Show details'}
          aria-expanded={detailsShown}
          onClick={toggleDetails}
        >
          <PanelRight size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <TalkWave talking={talking} />
      {demo && <DemoStrip />}
    </>
  );
}
