import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const controlSelector = 'button, a[href]';

interface LogKeyHandlers {
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
}

/**
 * Keyboard handling of the log. The log is one Tab stop. The arrow keys move between its controls, and Escape
 * focuses the field. Page Up, Page Down, Home and End scroll natively. When the focused control is removed,
 * `onControlRemoved` must set the focus.
 */
export function useLogKeyboard(
  log: RefObject<HTMLElement | null>,
  focusField: () => void,
  onControlRemoved: (lost: Element) => void,
): LogKeyHandlers {
  const focusedControl = useRef<Element>(null);

  useLayoutEffect(() => {
    const removedControl = focusedControl.current;
    if (!removedControl || removedControl.isConnected) return;
    focusedControl.current = null;
    const activeElement = document.activeElement;
    if (activeElement === null || activeElement === document.body) onControlRemoved(removedControl);
  });

  const handleArrowKey = (step: 1 | -1): boolean => {
    const controls = [...(log.current?.querySelectorAll<HTMLElement>(controlSelector) ?? [])];
    const at = controls.indexOf(document.activeElement as HTMLElement);
    const nextControl = at < 0 && step < 0 ? controls.at(-1) : controls[at + step];
    if (!nextControl || (at === 0 && step < 0)) return at >= 0;
    nextControl.focus();
    nextControl.scrollIntoView({ block: 'nearest' });
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
      const stepByKey = { ArrowDown: 1, ArrowUp: -1 } as const;
      if ((key === 'ArrowDown' || key === 'ArrowUp') && handleArrowKey(stepByKey[key]))
        event.preventDefault();
    },
  };
}
