/**
 * Fetches the page's scripts and styles again, from the HTTP cache. The first worker of a browser takes over
 * after they were loaded, and this way keeps a copy of them (web/worker/answers.ts).
 */
export function keepLoadedCode(): void {
  for (const { name } of performance.getEntriesByType('resource')) {
    const { origin, pathname } = new URL(name);
    if (origin !== location.origin || !pathname.startsWith('/assets/')) continue;
    fetch(name, { cache: 'force-cache' }).catch(() => undefined);
  }
}
