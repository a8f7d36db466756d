import { clsx } from 'clsx';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';
import { texts } from '../messages';
import { AccountMenu } from './account-menu';
import { SessionList } from './session-list';

interface SidebarProps {
  user: User;
  activeSlug: string;
  /** Coins only. */
  collapsed: boolean;
  /** Collapses and opens it; as an overlay, closes it. */
  onToggle: () => void;
  onChoose: () => void;
}

function Toggle({ collapsed, onToggle }: Pick<SidebarProps, 'collapsed' | 'onToggle'>) {
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <IconButton label={collapsed ? 'Open sidebar' : 'Close sidebar'} onClick={onToggle}>
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  );
}

/** The user's conversations. */
export function Sidebar({ user, activeSlug, collapsed, onToggle, onChoose }: SidebarProps) {
  const [search, setSearch] = useState('');
  return (
    <aside className={clsx('chat-side', collapsed && 'chat-side--collapsed')} aria-label="Sidebar">
      <div className="chat-side__top">
        {!collapsed && (
          <Link to={paths.home.getHref()} aria-label="Colloquy, home">
            <Logo />
          </Link>
        )}
        <Toggle collapsed={collapsed} onToggle={onToggle} />
      </div>
      {!collapsed && (
        <div className="chat-side__search">
          <Search size={16} aria-hidden="true" />
          <input
            type="search"
            className="input"
            placeholder={texts.search}
            aria-label={texts.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <nav className="chat-side__list" aria-label="Chats">
        <SessionList
          userId={user.id}
          activeSlug={activeSlug}
          collapsed={collapsed}
          search={collapsed ? '' : search}
          onChoose={onChoose}
        />
      </nav>
      <AccountMenu user={user} />
    </aside>
  );
}
