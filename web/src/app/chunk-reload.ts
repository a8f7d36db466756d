import { clearTabMark, markOncePerTab } from '#/shared/lib/storage';

const mark = 'chunk_reload';
const settled = 10_000;

/**
 * After a deploy an open tab asks for chunks that are gone. It reloads once to get the new index;
 * if that does not help, the error goes to the boundary instead of reloading for ever.
 */
export function installChunkReload(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!markOncePerTab(mark)) return;
    event.preventDefault();
    reload();
  });
  // A tab that has run well for a while may reload again after the next deploy.
  setTimeout(() => clearTabMark(mark), settled);
}
