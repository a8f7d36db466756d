import { useSyncExternalStore } from 'react';

function subscribeToOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser reports to be online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToOnline, () => navigator.onLine);
}
