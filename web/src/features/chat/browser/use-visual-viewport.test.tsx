import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useFitToVisualViewport } from './use-visual-viewport';

const root = document.documentElement;

/** A visual viewport whose size the test sets. */
function fakeViewport(height: number) {
  const viewport = Object.assign(new EventTarget(), { height, scale: 1, offsetTop: 0 });
  vi.stubGlobal('visualViewport', viewport);
  return viewport;
}

afterEach(() => vi.unstubAllGlobals());

it('sets the height left by the keyboard, and marks a short viewport', () => {
  const viewport = fakeViewport(844);
  const { unmount } = renderHook(useFitToVisualViewport);
  expect(root.style.getPropertyValue('--visible-height')).toBe('844px');
  expect(root.dataset['short']).toBeUndefined();
  viewport.height = 460;
  viewport.dispatchEvent(new Event('resize'));
  expect(root.style.getPropertyValue('--visible-height')).toBe('460px');
  expect(root.dataset['short']).toBe('');
  unmount();
  expect(root.style.getPropertyValue('--visible-height')).toBe('');
  expect(root.dataset['short']).toBeUndefined();
});

it('ignores a pinch zoom, and undoes the scroll of the page', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const viewport = fakeViewport(844);
  renderHook(useFitToVisualViewport);
  viewport.scale = 2;
  viewport.height = 422;
  viewport.dispatchEvent(new Event('resize'));
  expect(root.dataset['short']).toBeUndefined();
  viewport.scale = 1;
  viewport.offsetTop = 200;
  viewport.dispatchEvent(new Event('scroll'));
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});
