import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const controlSelector = 'button, a[href]';

interface LogKeys {
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
}

/**
 * Keyboard handling of the log. The log is one Tab stop. The arrow keys move between its controls, and Escape
 * focuses the field. Page Up, Page Down, Home and End scroll natively. When the focused control is removed,
 * `onLost` must set the focus.
 */
export function useLogKeys(
  log: RefObject<HTMLElement | null>,
  focusField: () => void,
  onLost: (lost: Element) => void,
): LogKeys {
  const focusedControl = useRef<Element>(null);

  useLayoutEffect(() => {
    const lost = focusedControl.current;
    if (!lost || lost.isConnected) return;
    focusedControl.current = null;
    const active = document.activeElement;
    if (active === null || active === document.body) onLost(lost);
  });

  const moveFocus = (by: 1 | -1): boolean => {
    const all = [...(log.current?.querySelectorAll<HTMLElement>(controlSelector) ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 && by < 0 ? all.at(-1) : all[at + by];
    if (!next || (at === 0 && by < 0)) return at >= 0;
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
    return true;
  };

  return {
    onFocus: () => {
      focusedControl.current = document.activeElement;
    },
    onKeyDown: (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (ctrlKey || metaKey || altKey || shiftKey) return;
      if (key === 'Escape') focusField();
      const moves = { ArrowDown: 1, ArrowUp: -1 } as const;
      if ((key === 'ArrowDown' || key === 'ArrowUp') && moveFocus(moves[key]))
        event.preventDefault();
    },
  };
}
