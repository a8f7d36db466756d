interface PageListeners {
  /** Called when the page gets the focus or becomes visible. */
  onReturn: () => void;
  /** Called when the browser goes online or offline. */
  onNetwork: (online: boolean) => void;
}

/** Listens to focus, visibility and online events of the page. Call the result to stop. */
export function watchPage({ onReturn, onNetwork }: PageListeners): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('online', () => onNetwork(true), { signal });
  window.addEventListener('offline', () => onNetwork(false), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) onReturn();
    },
    { signal },
  );
  return () => controller.abort();
}
