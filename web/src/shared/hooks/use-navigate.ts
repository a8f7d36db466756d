import { useNavigate as useRouterNavigate } from 'react-router';
import { closeOverlays, navigateFromOverlays, useOverlayStore } from '../browser/overlay-store';

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** Address of this site, or a number of steps through the history. */
type Navigate = (to: string | number, options?: NavigateOptions) => void;

/**
 * The router's navigation for everything but redirects. If an overlay is open, the new page replaces the
 * history entry of the overlay. With `replace` it replaces the entry of the page under the overlay. Going to
 * the current address adds no history entry.
 */
export function useNavigate(): Navigate {
  const navigate = useRouterNavigate();
  return (to, options = {}) => {
    const moveInHistory = (delta: number) => void navigate(delta);
    if (typeof to === 'number') return moveInHistory(to);
    const { depth, address } = useOverlayStore.getState();
    if (depth > 0 && to === address) return closeOverlays();
    navigateFromOverlays(
      ({ replace }) => {
        const isCurrentPage = to === useOverlayStore.getState().address;
        void navigate(to, { ...options, replace: options.replace || replace || isCurrentPage });
      },
      moveInHistory,
      options.replace,
    );
  };
}
