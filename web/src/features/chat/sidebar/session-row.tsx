import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { Coin, categoryInk } from '#/features/character';
import type { Session } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { plainText } from '../markdown/plain-text';

interface SessionRowProps {
  session: Session;
  active: boolean;
  /** Shows the portrait only; the name appears beside it on hover and focus. */
  collapsed: boolean;
  onChoose: () => void;
  onHoverLabel: (label: HoverLabel | null) => void;
}

/** The label with the name beside a hovered or focused row of the collapsed sidebar. */
export interface HoverLabel {
  name: string;
  /** Vertical centre of the row, in CSS px from the top of the viewport. */
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
export function SessionRow({
  session,
  active,
  collapsed,
  onChoose,
  onHoverLabel,
}: SessionRowProps) {
  const { character, is_locked: locked, lastMessage } = session;
  const ink = categoryInk(character.category);
  const showLabel = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (!collapsed) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    onHoverLabel({ name: character.name, top: top + height / 2 });
  };
  return (
    <Link
      to={paths.chat.getHref(character.slug)}
      className={clsx('chat-row', `c-${ink}`, locked && 'chat-row--locked')}
      aria-current={active ? 'page' : undefined}
      onClick={(event) => {
        if (active) event.preventDefault();
        onHoverLabel(null);
        onChoose();
      }}
      onPointerEnter={showLabel}
      onFocus={showLabel}
      onPointerLeave={() => onHoverLabel(null)}
      onBlur={() => onHoverLabel(null)}
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
