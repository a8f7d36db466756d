import { isServerUp } from '#/shared/api/server-up';
import { isPageHeld, whenPageFree } from '#/shared/browser/page-hold';
import { clearTabFlag, setTabFlagOnce } from '#/shared/browser/storage';

/** Name of the mark that a tab sets when it reloads itself. */
const reloadFlagName = 'chunk_reload';
/** Time (ms) without a reload after which a failed chunk may reload the tab again. */
const stableTimeMs = 10_000;

/**
 * Reloads the tab when a chunk cannot be fetched: after a deploy an open tab requests chunks that no longer
 * exist. The error always goes on to the error boundary. The reload waits while the page is held, such as by a
 * running reply or an unsent text. If another chunk fails soon after the reload, the tab does not reload again,
 * which prevents a loop. If the server does not answer, the tab does not reload either: the browser's error page
 * would replace the app.
 */
export function installChunkReload(
  reload: () => void = () => location.reload(),
  canReload: () => Promise<boolean> = isServerUp,
): void {
  let isReloadPending = false;
  const reloadOnce = async () => {
    if (!setTabFlagOnce(reloadFlagName)) return;
    if (await canReload()) reload();
    else clearTabFlag(reloadFlagName);
  };
  window.addEventListener('vite:preloadError', () => {
    if (isReloadPending) return;
    isReloadPending = true;
    const reloadNow = async () => {
      await reloadOnce();
      isReloadPending = false;
    };
    if (isPageHeld()) whenPageFree(reloadNow);
    else void reloadNow();
  });
  // The page works, so the tab may reload again after the next deploy.
  setTimeout(() => clearTabFlag(reloadFlagName), stableTimeMs);
}
