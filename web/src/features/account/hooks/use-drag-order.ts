import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { dropIndex } from '../model/drop-index';

/** Distance (px) from an edge of the viewport within which a drag scrolls the page. */
const scrollEdgePx = 72;
/** Pixels that the page scrolls in a frame. */
const scrollStepPx = 10;

interface Drag {
  /** Index of the dragged row. */
  fromIndex: number;
  /** Index that the dragged row gets if it is dropped now. */
  toIndex: number;
}

const rowRects = (list: HTMLElement | null): DOMRect[] =>
  [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());

/** Scrolls the page by one step if `y`, the pointer's place in the viewport, is near the top or bottom edge. */
function scrollAtEdge(y: number): void {
  const scrollDeltaPx =
    y < scrollEdgePx ? -scrollStepPx : y > window.innerHeight - scrollEdgePx ? scrollStepPx : 0;
  if (scrollDeltaPx !== 0) window.scrollBy({ top: scrollDeltaPx, behavior: 'instant' });
}

/**
 * Reorders the rows of a list by dragging a handle with mouse, pen or finger (rule collections-move). The
 * handle needs `touch-action: none`. The rows move only at the drop: moving a row in the document would end the
 * pointer capture of its handle. Escape and a cancelled pointer leave the order as it was.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (fromIndex: number, toIndex: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointerY = useRef(0);
  const fromIndex = drag?.fromIndex ?? null;
  useEffect(() => {
    if (fromIndex === null) return;
    let frame = 0;
    const followPointer = () => {
      scrollAtEdge(pointerY.current);
      const toIndex = dropIndex(rowRects(list.current), pointerY.current, fromIndex);
      setDrag((now) =>
        now && now.toIndex !== toIndex ? { fromIndex: fromIndex, toIndex: toIndex } : now,
      );
      frame = requestAnimationFrame(followPointer);
    };
    frame = requestAnimationFrame(followPointer);
    const cancelOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(null);
    document.addEventListener('keydown', cancelOnEscape);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', cancelOnEscape);
    };
  }, [fromIndex, list]);
  const handleProps = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointerY.current = event.clientY;
      setDrag({ fromIndex: index, toIndex: index });
    },
    onPointerMove: (event: PointerEvent) => {
      pointerY.current = event.clientY;
    },
    onPointerUp: (event: PointerEvent) => {
      if (!drag) return;
      const toIndex = dropIndex(rowRects(list.current), event.clientY, drag.fromIndex);
      setDrag(null);
      if (toIndex !== drag.fromIndex) onDrop(drag.fromIndex, toIndex);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { drag, handle: handleProps };
}
