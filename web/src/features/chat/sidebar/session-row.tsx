import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import type { Session } from '#/shared/api/types';
import { categoryInk } from '#/shared/lib/category-ink';
import { paths } from '#/shared/lib/paths';
import { Coin } from '#/shared/ui/coin';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { plainText } from '../markdown/plain-text';

interface SessionRowProps {
  session: Session;
  active: boolean;
  /** Coins only: the name is a label that appears beside the coin. */
  collapsed: boolean;
  onChoose: () => void;
  onLabel: (label: HoverLabel | null) => void;
}

/** Where the name of a collapsed row appears. */
export interface HoverLabel {
  name: string;
  /** Middle of the row, in CSS pixels from the window's top. */
  top: number;
}

function ProLabel() {
  return (
    <span className="chat-row__pro" title="Full Access">
      <Lock size={13} aria-hidden="true" />
      <span aria-hidden="true">Pro</span>
      <VisuallyHidden>, locked. Full Access is needed.</VisuallyHidden>
    </span>
  );
}

/** One conversation in the sidebar. */
export function SessionRow({ session, active, collapsed, onChoose, onLabel }: SessionRowProps) {
  const { character, is_locked: locked, lastMessage } = session;
  const ink = categoryInk(character.category);
  const showLabel = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (!collapsed) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    onLabel({ name: character.name, top: top + height / 2 });
  };
  return (
    <Link
      to={paths.chat.getHref(character.slug)}
      className={clsx('chat-row', `c-${ink}`, locked && 'chat-row--locked')}
      aria-current={active ? 'page' : undefined}
      onClick={(event) => {
        if (active) event.preventDefault();
        onLabel(null);
        onChoose();
      }}
      onPointerEnter={showLabel}
      onFocus={showLabel}
      onPointerLeave={() => onLabel(null)}
      onBlur={() => onLabel(null)}
    >
      <span className="chat-row__coin">
        <Coin picture={character.coin_url} ink={ink} />
      </span>
      <span className="chat-row__words">
        <span className="display">{character.name}</span>
        {!locked && (
          <span className="chat-row__line">
            {plainText(lastMessage?.content ?? '') || character.designation}
          </span>
        )}
      </span>
      {locked && <ProLabel />}
    </Link>
  );
}
