/**
 * Deletes the offline worker's caches of visited pages: their pictures reveal which characters the
 * user talked to. The cache of the shell stays. The names are those of worker/caches.ts (rules
 * accounts-logout, account-delete).
 */
export async function emptyVisitedCaches(): Promise<void> {
  if (!('caches' in window)) return;
  const names = await caches.keys();
  const visitedNames = names.filter((name) => name.startsWith('visited-'));
  await Promise.all(visitedNames.map((name) => caches.delete(name)));
}
