import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useScrollLock } from './use-scroll-lock';

afterEach(() => vi.unstubAllGlobals());

it('replaces the scroll bar by padding while the page is locked', () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15);
  const { unmount } = renderHook(() => useScrollLock());
  expect(document.body.style.paddingRight).toBe('15px');
  unmount();
  expect(document.body.style.paddingRight).toBe('');
});

it('changes nothing while `locked` is false', () => {
  const { rerender } = renderHook(({ locked }) => useScrollLock(locked), {
    initialProps: { locked: false },
  });
  expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  rerender({ locked: true });
  expect(document.documentElement).toHaveAttribute('data-scroll-locked');
  rerender({ locked: false });
  expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
});
