import { type ReactNode, useEffect, useRef } from 'react';
import { useBackCloses } from '#/shared/hooks/use-back-closes';
import { useReturnFocus } from '#/shared/hooks/use-return-focus';

interface OverlayProps {
  side: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}

const focusable = 'button, a[href], input';

/**
 * A panel over the chat on small screens. A click beside it, Escape or Back closes it; what lies under it
 * is to be inert meanwhile, so that focus stays in the panel.
 */
export function Overlay({ side, onClose, children }: OverlayProps) {
  const panel = useRef<HTMLDivElement>(null);
  const returnFocus = useRef(useReturnFocus());
  const close = useRef(onClose);
  useBackCloses(onClose);

  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>(focusable)?.focus();
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close.current();
    const giveBack = returnFocus.current;
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      giveBack();
    };
  }, []);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same for the keyboard */}
      <div className="chat-scrim" data-testid="scrim" onClick={onClose} />
      <div className="chat-overlay" data-side={side} ref={panel}>
        {children}
      </div>
    </>
  );
}
