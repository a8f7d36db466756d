import { clsx } from 'clsx';
import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';

interface DragRowProps {
  /** Accessible name. */
  label: string;
  /** How far the row moves for each pixel that the mouse does. */
  speed: number;
  className?: string;
  rowRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Moved further than this, in px, a press was a drag and not a click. */
const slack = 5;

/**
 * A row that scrolls sideways: by drag with a mouse, by touch and wheel as the browser does it, and
 * by the arrow keys while it has the focus.
 */
export function DragRow({ label, speed, className, rowRef, children }: DragRowProps) {
  const own = useRef<HTMLDivElement>(null);
  const row = rowRef ?? own;
  const drag = useRef<{ x: number; left: number; moved: boolean } | null>(null);

  const start = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || !row.current) return;
    drag.current = { x: event.clientX, left: row.current.scrollLeft, moved: false };
  };
  const move = (event: PointerEvent) => {
    if (!drag.current || !row.current) return;
    const distance = event.clientX - drag.current.x;
    if (Math.abs(distance) > slack) drag.current.moved = true;
    row.current.scrollLeft = drag.current.left - distance * speed;
  };
  const end = () => {
    const { moved } = drag.current ?? {};
    drag.current = null;
    if (!moved || !row.current) return;
    // The click that ends a drag must not open what lies under it. None comes when the button is
    // let go over another element, so the next task takes the guard away.
    const stop = (click: Event) => {
      click.preventDefault();
      click.stopPropagation();
    };
    const element = row.current;
    element.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', stop, { capture: true }));
  };

  return (
    <section
      ref={row}
      className={clsx('drag-row', className)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerLeave={end}
      onDragStart={(event) => event.preventDefault()}
    >
      {children}
    </section>
  );
}
