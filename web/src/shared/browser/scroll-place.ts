import { isRecord } from '../lib/is-record';

/**
 * A scroll position: the offset `y` and an anchor element, as a path of child indexes from `main`. Rows outside
 * the viewport have estimated heights. So after a new layout, the offset alone shows other rows.
 */
export interface ScrollPosition {
  y: number;
  anchor: number[];
  /** Distance of the anchor from the top of the viewport, in px. */
  top: number;
}

export function isScrollPosition(value: unknown): value is ScrollPosition {
  return (
    isRecord(value) &&
    typeof value['y'] === 'number' &&
    typeof value['top'] === 'number' &&
    Array.isArray(value['anchor'])
  );
}

/** The first element that ends below this line, in px from the top of the viewport, is the anchor. */
const anchorLineY = 80;

const findMain = () => document.getElementById('main');

/** The current scroll position of the page. */
export function currentScrollPosition(): ScrollPosition {
  const anchor: number[] = [];
  let anchorElement = findMain();
  let top = 0;
  while (anchorElement) {
    const children: HTMLElement[] = [...anchorElement.children].filter(
      (one) => one instanceof HTMLElement,
    );
    const at = children.findIndex((child) => {
      const { bottom, height } = child.getBoundingClientRect();
      return height > 0 && bottom > anchorLineY;
    });
    anchorElement = children[at] ?? null;
    if (!anchorElement) break;
    anchor.push(at);
    const rect = anchorElement.getBoundingClientRect();
    top = rect.top;
    if (rect.height <= window.innerHeight / 2) break;
  }
  return { y: window.scrollY, anchor, top };
}

/** The element at the end of a path of child indexes. */
function findAnchor(anchorPath: readonly number[]): HTMLElement | null {
  let anchorElement = findMain();
  for (const at of anchorPath) {
    const children: HTMLElement[] = [...(anchorElement?.children ?? [])].filter(
      (one) => one instanceof HTMLElement,
    );
    anchorElement = children[at] ?? null;
  }
  return anchorElement;
}

/**
 * Scrolls to a position without animation. False if the page is not tall enough yet (rule look-scroll-top).
 */
export function scrollToPosition({ y, anchor, top }: ScrollPosition): boolean {
  const anchorElement = anchor.length > 0 ? findAnchor(anchor) : null;
  const wantedY = anchorElement
    ? window.scrollY + anchorElement.getBoundingClientRect().top - top
    : y;
  // If the anchor is far from the offset, the page has changed. Then use the offset.
  const isNear = Math.abs(wantedY - y) < Math.max(y / 2, window.innerHeight);
  const targetY = Math.max(0, isNear ? wantedY : y);
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollHeight - clientHeight < targetY - 1) return false;
  if (Math.abs(window.scrollY - targetY) >= 1) {
    window.scrollTo({ top: targetY, behavior: 'instant' });
  }
  return true;
}
