/**
 * Fetches the page's scripts and styles again, from the HTTP cache, when the first worker of a browser takes
 * over. The page requested these files before there was a worker. The second request goes through the worker,
 * which keeps a copy (web/worker/answers.ts). Files that are still loading are fetched again after their
 * arrival.
 */
export function keepLoadedCode(): void {
  const workerTakeoverTime = performance.now();
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const { origin, pathname } = new URL(name);
      const isCode = origin === location.origin && pathname.startsWith('/assets/');
      // Skips requests that were made after the worker had taken over: the worker has kept these files.
      if (!isCode || startTime >= workerTakeoverTime) continue;
      fetch(name, { cache: 'force-cache' }).catch(() => undefined);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}
