interface PageListeners {
  /** The page has focus or is visible again. */
  onReturn: () => void;
  /** The page is hidden or about to be unloaded. */
  onLeave: () => void;
  /** The browser has found or lost its network. */
  onNetwork: (online: boolean) => void;
}

/** Listens to focus, visibility and network of the page. Call the result to stop. */
export function watchPage({ onReturn, onLeave, onNetwork }: PageListeners): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('online', () => onNetwork(true), { signal });
  window.addEventListener('offline', () => onNetwork(false), { signal });
  window.addEventListener('pagehide', onLeave, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) onLeave();
      else onReturn();
    },
    { signal },
  );
  return () => listening.abort();
}
