import { afterEach, expect, it, vi } from 'vitest';
import { visitedCacheNames } from '#/../worker/caches';
import { emptyVisitedCaches } from './visited-caches';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('deletes the caches of visited files and no others', async () => {
  const names = new Set(['shell-1', visitedCacheNames.pictures, visitedCacheNames.assets]);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (n: string) => names.delete(n),
  });
  await emptyVisitedCaches();
  expect([...names]).toEqual(['shell-1']);
});

it('does nothing in a browser without the Cache API', async () => {
  await expect(emptyVisitedCaches()).resolves.toBeUndefined();
});
