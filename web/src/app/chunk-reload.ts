import { isHeld, whenFree } from '#/shared/browser/busy';
import { clearTabMark, markOncePerTab } from '#/shared/browser/storage';

const mark = 'chunk_reload';
const settled = 10_000;

/**
 * After a deploy an open tab asks for chunks that are gone, and without a network none comes. It
 * reloads once to get the new index; if that does not help, the error goes to the boundary instead
 * of reloading for ever. Over a reply or an unsent text it does not reload: whoever asked for the
 * chunk tells of the failure, and the page loads anew when nothing holds it any more.
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
  // A tab that has run well for a while may reload again after the next deploy.
  setTimeout(() => clearTabMark(mark), settled);
}
