/**
 * Empties what the offline worker kept of the pages that were opened: their pictures tell with whom
 * somebody talked. The shell stays, which is everybody's. Names as in worker/caches.ts.
 */
export async function forgetVisited(): Promise<void> {
  if (!('caches' in window)) return;
  const names = await caches.keys();
  const visited = names.filter((name) => name.startsWith('visited-'));
  await Promise.all(visited.map((name) => caches.delete(name)));
}
