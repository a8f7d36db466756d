import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { overlayDepth } from '#/shared/browser/overlay-store';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { openLogin } from '../model/modal-store';
import { readWantedPage } from '../model/wanted-page';
import { useSession } from './use-session';

/**
 * Serves a visitor whom `RequireAuth` has redirected to home. It opens the login modal over home, and the
 * wanted page after the login. That page replaces home in the history (rule access-link-goes-on).
 */
export function useWantedPage(): void {
  const { state } = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const isSignedOut = useSession().status === 'out';
  // A reload opens the modal again if the modal was open before the reload. Going Back to this history entry
  // does not open it.
  const [wantedPage, setWantedPage] = useState(() =>
    navigationType !== 'POP' || overlayDepth(state) > 0 ? readWantedPage(state) : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `navigate` is another function with each render
  useEffect(() => {
    if (!isSignedOut || wantedPage === null) return;
    const { address, chat } = wantedPage;
    setWantedPage(null);
    openLogin({
      afterLogin: () => navigate(address, { replace: true }),
      goal: chat === undefined ? undefined : { aim: 'talk', character: chat },
    });
  }, [isSignedOut, wantedPage]);
}
