import { type ReactNode, useEffect, useRef } from 'react';
import { useBackCloses } from '#/shared/hooks/use-back-closes';
import { useReturnFocus } from '#/shared/hooks/use-return-focus';

interface OverlayProps {
  /** Accessible name. */
  label: string;
  side: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}

const focusableSelector = 'button, a[href], input';

/**
 * A modal panel over the chat on small screens. A click beside the panel, Escape or Back closes it (rule
 * chat-sidebar-overlay). The caller makes the page under the panel inert, which keeps the focus inside.
 */
export function Overlay({ label, side, onClose, children }: OverlayProps) {
  const panel = useRef<HTMLDivElement>(null);
  const returnFocus = useRef(useReturnFocus());
  const latestOnClose = useRef(onClose);
  useBackCloses(onClose);

  useEffect(() => {
    latestOnClose.current = onClose;
  }, [onClose]);

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>(focusableSelector)?.focus();
    // If `defaultPrevented` is set, a dialog over the panel has already handled this Escape.
    const closeOnEscape = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && latestOnClose.current();
    const giveFocusBack = returnFocus.current;
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      giveFocusBack();
    };
  }, []);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same for the keyboard */}
      <div className="chat-scrim" data-testid="scrim" onClick={onClose} />
      <div
        className="chat-overlay"
        data-side={side}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        ref={panel}
      >
        {children}
      </div>
    </>
  );
}
