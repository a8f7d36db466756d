import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { useDismissal } from '#/shared/hooks/use-dismissed';
import { NavLink } from './link';

interface MenuProps {
  /** Accessible name of the button; must contain its visible text. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName?: string;
  /** 'up' if the button is at the foot of the window. */
  side?: 'down' | 'up';
  children: ReactNode;
}

/**
 * A button that shows a list of links and actions. Tab goes through the list. Escape and the choice of an item
 * close the list and return the focus to the button. A click or a focus elsewhere also closes the list.
 */
export function Menu({ label, trigger, triggerClassName, side = 'down', children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useDismissal(root, button, open, () => setOpen(false));

  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: closes after the click on an item inside, which is the control
        // biome-ignore lint/a11y/useKeyWithClickEvents: a keyboard activation of an item arrives as a click too
        <div
          className={clsx('menu__panel', side === 'up' && 'menu__panel--up')}
          id={panelId}
          onClick={(event) => {
            if (!(event.target instanceof Element && event.target.closest('a, button'))) return;
            // The pressed item is removed: keep the focus from falling back to the body.
            button.current?.focus();
            setOpen(false);
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export function MenuItem({ type = 'button', className, ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={clsx('menu__item', className)} {...rest} />;
}

export function MenuLink(props: ComponentProps<typeof NavLink>) {
  return <NavLink {...props} className={clsx('menu__item', props.className)} />;
}
