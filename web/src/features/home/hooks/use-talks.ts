import { useEffect, useState } from 'react';
import { useSession } from '#/features/auth';
import { hasCredentials } from '#/shared/browser/credentials';

/** How long (ms) the page waits for the conversations (rule home-loading). */
const maxWaitMs = 3000;

/**
 * Whether conversations are above the sections. `awaited`: that is not known yet. `late`: they did not come
 * in time and are left out.
 */
export type GoOnTalkingState = 'awaited' | 'shown' | 'none' | 'late';

/**
 * The state of the newest conversations on the home page. `mayBeSignedIn` is false for visitors, for whom the page
 * waits for nothing and fetches nothing (rule home-go-on).
 */
export function useGoOnTalkingState() {
  const { status } = useSession();
  const mayBeSignedIn = status === 'in' || (status === 'checking' && hasCredentials());
  const [state, setState] = useState<GoOnTalkingState>(mayBeSignedIn ? 'awaited' : 'none');
  const isAwaited = mayBeSignedIn && state === 'awaited';
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setState('late'), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return { mayBeSignedIn: mayBeSignedIn, state, setState };
}
