import { useSyncExternalStore } from 'react';

function subscribeToOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** True while the browser reports that it is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToOnline, () => navigator.onLine);
}
