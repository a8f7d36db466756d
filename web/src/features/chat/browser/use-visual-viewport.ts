import { useEffect } from 'react';

/** Below this height, in CSS px, header and composer are compact. */
const shortViewportHeight = 600;

/**
 * Writes the height of the visual viewport to `--visible-height`, the height of the chat. Sets `data-short` on
 * a short viewport. The on-screen keyboard of iOS covers the page without resizing it, and scrolls the page.
 * The hook scrolls the page back.
 */
export function useFitToVisualViewport(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return;
    const { style, dataset } = document.documentElement;
    const applyViewport = () => {
      // A pinch zoom shrinks the visual viewport without a keyboard.
      if (viewport.scale > 1.01) return;
      style.setProperty('--visible-height', `${viewport.height}px`);
      if (viewport.height < shortViewportHeight) dataset['short'] = '';
      else delete dataset['short'];
      if (viewport.offsetTop > 0) window.scrollTo(0, 0);
    };
    applyViewport();
    viewport.addEventListener('resize', applyViewport);
    viewport.addEventListener('scroll', applyViewport);
    return () => {
      viewport.removeEventListener('resize', applyViewport);
      viewport.removeEventListener('scroll', applyViewport);
      style.removeProperty('--visible-height');
      delete dataset['short'];
    };
  }, []);
}
