import { useSyncExternalStore } from 'react';

/** Below it the layout is mobile (spec 1 §9). */
const desktop = '(min-width: 1024px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(desktop);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** True from the width at which the wide layout begins. */
export function useDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(desktop).matches);
}
