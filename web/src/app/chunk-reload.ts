import { isPageHeld, whenPageFree } from '#/shared/browser/page-hold';
import { clearTabMark, markOncePerTab } from '#/shared/browser/storage';

const reloadMark = 'chunk_reload';
const stableTime = 10_000;

/**
 * After a deploy an open tab requests chunks that no longer exist. The tab reloads once to get the new
 * index; if a chunk fails again, the error goes to the error boundary, which prevents a reload loop.
 * While the page is held (a reply runs, a text is unsent) the error also goes to the boundary, and the
 * reload waits until the page is free. Offline nothing reloads: the chunk may exist, and the browser's
 * error page would replace the app.
 */
export function installChunkReload(reload: () => void = () => location.reload()): void {
  let waits = false;
  const later = () => {
    waits = false;
    if (navigator.onLine && markOncePerTab(reloadMark)) reload();
  };
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    if (isPageHeld()) {
      if (!waits) whenPageFree(later);
      waits = true;
      return;
    }
    if (!markOncePerTab(reloadMark)) return;
    event.preventDefault();
    reload();
  });
  // The page works: after the next deploy the tab may reload again.
  setTimeout(() => clearTabMark(reloadMark), stableTime);
}
