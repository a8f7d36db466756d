import { clsx } from 'clsx';
import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';

interface DragRowProps {
  /** Accessible name. */
  label: string;
  /** Pixels that the row scrolls for each pixel of the mouse. */
  speed: number;
  className?: string;
  rowRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** A press that moves further than this, in px, is a drag and not a click. */
const dragThresholdPx = 5;

/** Stops the click event at the end of a drag, which would open the card under the mouse. */
function swallowClick(row: HTMLElement): void {
  const stopClick = (click: Event) => {
    click.preventDefault();
    click.stopPropagation();
  };
  row.addEventListener('click', stopClick, { capture: true, once: true });
  // No click fires if the mouse is released outside the row; remove the listener in the next task.
  setTimeout(() => row.removeEventListener('click', stopClick, { capture: true }));
}

/** Scrolls the row with the mouse from the press to the release, even if the mouse leaves the row. */
function startDrag(row: HTMLElement, press: PointerEvent, speed: number): void {
  const startScrollLeft = row.scrollLeft;
  const listeners = new AbortController();
  const listenerOptions = { signal: listeners.signal };
  let hasMoved = false;
  const endDrag = () => {
    listeners.abort();
    delete row.dataset['dragging'];
    if (hasMoved) swallowClick(row);
  };
  const onMove = (event: globalThis.PointerEvent) => {
    // The button was released outside the window, which fires no pointerup here.
    if (event.buttons === 0) return endDrag();
    const distance = event.clientX - press.clientX;
    if (!hasMoved && Math.abs(distance) <= dragThresholdPx) return;
    hasMoved = true;
    row.dataset['dragging'] = '';
    row.scrollLeft = startScrollLeft - distance * speed;
  };
  window.addEventListener('pointermove', onMove, listenerOptions);
  window.addEventListener('pointerup', endDrag, listenerOptions);
  window.addEventListener('pointercancel', endDrag, listenerOptions);
}

/**
 * A row that scrolls sideways: natively by touch and wheel, by dragging with the mouse, and by the arrow
 * keys while it has the focus.
 */
export function DragRow({ label, speed, className, rowRef, children }: DragRowProps) {
  const ownRef = useRef<HTMLDivElement>(null);
  const row = rowRef ?? ownRef;
  const press = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || !row.current) return;
    startDrag(row.current, event, speed);
  };
  return (
    <section
      ref={row}
      className={clsx('drag-row', className)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      onPointerDown={press}
      onDragStart={(event) => event.preventDefault()}
    >
      {children}
    </section>
  );
}
