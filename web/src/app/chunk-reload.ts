import { isHeld, whenFree } from '#/shared/browser/busy';
import { clearTabMark, markOncePerTab } from '#/shared/browser/storage';

const mark = 'chunk_reload';
const settled = 10_000;

/**
 * After a deploy an open tab requests chunks that no longer exist. The tab reloads once to get the new
 * index; if a chunk fails again, the error goes to the error boundary, which prevents a reload loop.
 * While the page is held (a reply runs, a text is unsent) the error also goes to the boundary, and the
 * reload waits until the page is free.
 */
export function installChunkReload(reload: () => void = () => location.reload()): void {
  let waits = false;
  const later = () => {
    waits = false;
    if (markOncePerTab(mark)) reload();
  };
  window.addEventListener('vite:preloadError', (event) => {
    if (isHeld()) {
      if (!waits) whenFree(later);
      waits = true;
      return;
    }
    if (!markOncePerTab(mark)) return;
    event.preventDefault();
    reload();
  });
  // The tab has run for `settled` ms: the next deploy may reload it again.
  setTimeout(() => clearTabMark(mark), settled);
}
