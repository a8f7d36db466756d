import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useDismissal } from '#/shared/hooks/use-dismissed';
import { MenuItem } from '#/shared/ui/menu';
import { toast } from '#/shared/ui/toast';

export interface MoreItem {
  label: string;
  icon: ReactNode;
  /** Why the item cannot be used now; empty if it can. */
  blockedReason: string;
  onPress: () => void;
}

/** Room in px that the list needs. */
const listSize = { width: 250, height: 260 };

/**
 * Returns the side on which the list opens, such as 'down left': below or above the button, aligned with
 * its left or right edge.
 */
function findListSide(button: HTMLElement): string {
  const logBox = button.closest('[role="log"]')?.getBoundingClientRect();
  const { left, bottom } = button.getBoundingClientRect();
  const opensDown = !logBox || logBox.bottom - bottom > listSize.height;
  const alignsLeft = !logBox || logBox.right - left > listSize.width;
  return `${opensDown ? 'down' : 'up'} ${alignsLeft ? 'left' : 'right'}`;
}

/**
 * The button that opens the list of further tools of a message. Escape closes the list and returns the focus to
 * the button. The message log handles the arrow keys, which move through the open list (use-log-keys.ts).
 */
export function MoreMenu({ items }: { items: readonly MoreItem[] }) {
  const [side, setSide] = useState<string | null>(null);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const isOpen = side !== null;
  useDismissal(root, button, isOpen, () => setSide(null));
  const press = ({ blockedReason, onPress }: MoreItem) => {
    // The pressed item is removed, so focus the button. If the item opens a dialog, the closed
    // dialog returns the focus to the button.
    button.current?.focus();
    setSide(null);
    if (blockedReason === '') onPress();
    else toast.error(blockedReason, { id: blockedReason });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list that the button inside opens
    <span
      className="menu more"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setSide(null);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="reply__action tool"
        tabIndex={-1}
        data-tool="more"
        aria-label="More"
        title="More"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={({ currentTarget }) => setSide(isOpen ? null : findListSide(currentTarget))}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <span className="menu__panel more__panel" data-side={side} id={panelId}>
          {items.map((item) => (
            <MenuItem
              key={item.label}
              tabIndex={-1}
              aria-disabled={item.blockedReason !== '' || undefined}
              onClick={() => press(item)}
            >
              {item.icon}
              {item.label}
            </MenuItem>
          ))}
        </span>
      )}
    </span>
  );
}
