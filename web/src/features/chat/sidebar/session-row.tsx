import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { Coin, categoryInk } from '#/features/character';
import { PayButton, planIds, useIsLocked } from '#/features/payment';
import type { Session } from '#/shared/api/types';
import { plainText } from '#/shared/format/plain-text';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

interface SessionRowProps {
  session: Session;
  active: boolean;
  /** True to show the portrait only. The name appears beside it on hover and focus. */
  isCollapsed: boolean;
  onChoose: () => void;
  onHoverLabel: (label: HoverLabel | null) => void;
}

/** The label with the name beside a hovered or focused row of the collapsed sidebar. */
export interface HoverLabel {
  name: string;
  /** Vertical centre of the row, in CSS px from the top of the viewport. */
  centreY: number;
}

/** A locked character: its picture is blurred, and a payment button is beside it (rule access-locked-sidebar). */
function LockedRow({
  session,
  active,
  onChoose,
}: Pick<SessionRowProps, 'session' | 'active' | 'onChoose'>) {
  const { character } = session;
  const ink = categoryInk(character.category);
  return (
    <div className={clsx('chat-row', 'chat-row--locked', `c-${ink}`)}>
      <span className="chat-row__coin">
        <Coin pictureUrl={character.coin_url} ink={ink} />
      </span>
      <div className="chat-row__words">
        <Link
          to={paths.chat.getHref(character.slug)}
          className="display chat-row__link"
          aria-current={active ? 'page' : undefined}
          onClick={(event) => {
            if (active) event.preventDefault();
            onChoose();
          }}
        >
          {character.name}
          <VisuallyHidden>, locked</VisuallyHidden>
        </Link>
        <PayButton
          planId={planIds.one}
          character={{ ...character, profile_pic: character.image_url }}
          look="line"
          size="sm"
          className="chat-row__pay"
          icon={<Lock size={13} aria-hidden="true" />}
        >
          {' '}
          <VisuallyHidden>for {character.name}</VisuallyHidden>
        </PayButton>
      </div>
    </div>
  );
}

/**
 * One conversation in the sidebar: its title, or else the name of the character, and a mark for an
 * unread reply. A click opens the conversation, unless it is open. Rules chat-sidebar-switch,
 * chat-unread-mark, chat-title-shown.
 */
export function SessionRow({
  session,
  active,
  isCollapsed,
  onChoose,
  onHoverLabel,
}: SessionRowProps) {
  const { title, character, lastMessage } = session;
  const name = title || character.name;
  const isUnread = session.unread && !active;
  const isLocked = useIsLocked(session);
  const ink = categoryInk(character.category);
  const showHoverLabel = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (!isCollapsed) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    onHoverLabel({ name, centreY: top + height / 2 });
  };
  if (isLocked && !isCollapsed) {
    return <LockedRow session={session} active={active} onChoose={onChoose} />;
  }
  return (
    <Link
      to={paths.chat.getHref(character.slug)}
      className={clsx('chat-row', `c-${ink}`, isLocked && 'chat-row--locked')}
      data-unread={isUnread || undefined}
      aria-current={active ? 'page' : undefined}
      onClick={(event) => {
        if (active) event.preventDefault();
        onHoverLabel(null);
        onChoose();
      }}
      onPointerEnter={showHoverLabel}
      onFocus={showHoverLabel}
      onPointerLeave={() => onHoverLabel(null)}
      onBlur={() => onHoverLabel(null)}
    >
      <span className="chat-row__coin">
        <Coin pictureUrl={character.coin_url} ink={ink} />
      </span>
      <span className="chat-row__words">
        <span className="display">
          {name}
          {isLocked && <VisuallyHidden>, locked</VisuallyHidden>}
          {isUnread && <VisuallyHidden>, new reply</VisuallyHidden>}
        </span>
        {!isLocked && (
          <span className="chat-row__line">
            {title && `${character.name} · `}
            {plainText(lastMessage?.content ?? '') || character.designation}
          </span>
        )}
      </span>
    </Link>
  );
}
