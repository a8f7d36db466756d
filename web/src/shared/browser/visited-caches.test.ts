import { afterEach, expect, it, vi } from 'vitest';
import { visited } from '#/../worker/caches';
import { emptyVisitedCaches } from './visited-caches';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('drops what the worker kept of visits, and nothing else', async () => {
  const names = new Set(['shell-1', visited.pictures, visited.assets]);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (n: string) => names.delete(n),
  });
  await emptyVisitedCaches();
  expect([...names]).toEqual(['shell-1']);
});

it('has nothing to do in a browser without caches', async () => {
  await expect(emptyVisitedCaches()).resolves.toBeUndefined();
});
