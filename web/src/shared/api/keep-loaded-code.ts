/**
 * Fetches the page's scripts and styles again, from the HTTP cache. The first worker of a browser takes over
 * after they were requested, and this way keeps a copy of them (web/worker/answers.ts). Files that are still
 * on their way are fetched once they have arrived.
 */
export function keepLoadedCode(): void {
  const takenOver = performance.now();
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const { origin, pathname } = new URL(name);
      const isCode = origin === location.origin && pathname.startsWith('/assets/');
      // Later requests go through the worker.
      if (!isCode || startTime >= takenOver) continue;
      fetch(name, { cache: 'force-cache' }).catch(() => undefined);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}
