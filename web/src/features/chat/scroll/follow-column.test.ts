import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FollowedColumn, keepColumnAtEnd } from './follow-column';

let element: HTMLElement;
let notifyResized: () => void;
let column: FollowedColumn;
const onChange = vi.fn();
let height: number;
let top: number;

/** jsdom has no layout, so variables hold the sizes, and scrollTop is clamped as in a browser. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        notifyResized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  height = 1000;
  top = 0;
  onChange.mockReset();
  element = document.createElement('div');
  Object.defineProperties(element, {
    clientHeight: { value: 400 },
    scrollHeight: { get: () => height },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.max(0, Math.min(value, height - 400));
      },
    },
  });
  column = keepColumnAtEnd(element, document.createElement('div'), onChange);
  notifyResized();
});

function growContent(by: number) {
  height += by;
  notifyResized();
}

function scrollAsReader(to: number) {
  top = to;
  element.dispatchEvent(new Event('scroll'));
}

function dispatchTouch(type: string, clientY: number) {
  const event = new Event(type);
  Object.defineProperty(event, 'touches', { value: [{ clientY }] });
  element.dispatchEvent(event);
}

describe('keepColumnAtEnd', () => {
  // rule chat-follows-the-end
  it('is at the end, and follows it', () => {
    expect(top).toBe(600);
    growContent(200);
    expect(top).toBe(800);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('stops at the first upward wheel event, before any scroll event', () => {
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -3 }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
    growContent(200);
    expect(top).toBe(600);
  });

  it('ignores a downward wheel event', () => {
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: 3 }));
    growContent(200);
    expect(top).toBe(800);
  });

  it('stops for a touch that moves down, not for one that moves up', () => {
    dispatchTouch('touchstart', 300);
    dispatchTouch('touchmove', 250);
    expect(onChange).not.toHaveBeenCalled();
    dispatchTouch('touchmove', 280);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('stops for a key that scrolls up', () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }));
    expect(onChange).not.toHaveBeenCalled();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('stops when the scroll bar is dragged up, and resumes at the end', () => {
    scrollAsReader(300);
    expect(onChange).toHaveBeenLastCalledWith(false);
    scrollAsReader(600);
    expect(onChange).toHaveBeenLastCalledWith(true);
    growContent(100);
    expect(top).toBe(700);
  });

  it('continues if the column is too short to scroll', () => {
    height = 400;
    notifyResized();
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -3 }));
    expect(onChange).not.toHaveBeenCalled();
  });

  it('jumps to the end on request', () => {
    scrollAsReader(100);
    column.jumpToEnd();
    expect(top).toBe(600);
    expect(onChange).toHaveBeenLastCalledWith(true);
  });

  it('keeps visible rows in place when rows are prepended', () => {
    scrollAsReader(20);
    height += 500;
    column.keepPlace();
    expect(top).toBe(520);
  });

  it('removes its listeners when disposed', () => {
    column.dispose();
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -3 }));
    scrollAsReader(100);
    expect(onChange).not.toHaveBeenCalled();
  });
});
