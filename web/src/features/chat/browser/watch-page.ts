interface PageListeners {
  /** Called when the page gets the focus or becomes visible. */
  onReturn: () => void;
  /** Called when the browser goes online or offline. */
  onOnlineChange: (online: boolean) => void;
}

/** Listens to focus, visibility and online events of the page. Call the result to stop. */
export function watchPage({ onReturn, onOnlineChange }: PageListeners): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('online', () => onOnlineChange(true), { signal });
  window.addEventListener('offline', () => onOnlineChange(false), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) onReturn();
    },
    { signal },
  );
  return () => controller.abort();
}
