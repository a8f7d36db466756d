import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useScrollLock } from './use-scroll-lock';

afterEach(() => vi.unstubAllGlobals());

it('fills the place of the scroll bar while the page is locked', () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15);
  const { unmount } = renderHook(() => useScrollLock());
  expect(document.body.style.paddingRight).toBe('15px');
  unmount();
  expect(document.body.style.paddingRight).toBe('');
});

it('leaves the page alone while there is nothing to lock', () => {
  const { rerender } = renderHook(({ locked }) => useScrollLock(locked), {
    initialProps: { locked: false },
  });
  expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  rerender({ locked: true });
  expect(document.documentElement).toHaveAttribute('data-scroll-locked');
  rerender({ locked: false });
  expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
});
