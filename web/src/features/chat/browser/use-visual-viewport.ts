import { useEffect } from 'react';

/** Under this height, in CSS pixels, header and composer are as low as they can be. */
const short = 600;

/**
 * Gives the chat the height of what is visible: an on-screen keyboard of iOS covers the page without
 * making it smaller, and scrolls it to show the field.
 */
export function useVisualViewport(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return;
    const { style, dataset } = document.documentElement;
    const follow = () => {
      // Pinched, the visible part is smaller without any keyboard.
      if (viewport.scale > 1.01) return;
      style.setProperty('--visible-height', `${viewport.height}px`);
      if (viewport.height < short) dataset['short'] = '';
      else delete dataset['short'];
      if (viewport.offsetTop > 0) window.scrollTo(0, 0);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
      style.removeProperty('--visible-height');
      delete dataset['short'];
    };
  }, []);
}
