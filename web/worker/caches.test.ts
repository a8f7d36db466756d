import { beforeEach, expect, it } from 'vitest';
import {
  type Build,
  cacheShell,
  deleteOtherShells,
  fetchAndCache,
  maxEntries,
  visitedCacheNames,
} from './caches.ts';
import { fakeEnv, requestFor } from './fake-env.ts';

const build: Build = {
  entry: '/assets/a.js',
  version: '2',
  shell: ['/', '/assets/a.js'],
  posters: ['/portraits/hero.webp'],
};

let pendingWork: Promise<unknown>[] = [];
const waitUntil = (more: Promise<unknown>) => void pendingWork.push(more);
beforeEach(() => {
  pendingWork = [];
});

it('caches the whole shell, and those posters that can be fetched', async () => {
  const { env, network, open } = fakeEnv({
    '/': () => new Response('page'),
    '/assets/a.js': () => new Response('script'),
  });
  await cacheShell(env, build);
  expect([...(await open('shell-2')).responses.keys()].sort()).toEqual(['/', '/assets/a.js']);
  network['/portraits/hero.webp'] = () => new Response('poster');
  await cacheShell(env, build);
  expect((await open('shell-2')).responses.has('/portraits/hero.webp')).toBe(true);
});

it('fails if a file of the shell is missing', async () => {
  const { env } = fakeEnv({
    '/': () => new Response('page'),
    '/assets/a.js': () => new Response('gone', { status: 404 }),
  });
  await expect(cacheShell(env, build)).rejects.toThrow('/assets/a.js: 404');
});

it('deletes the shells of other builds and nothing else', async () => {
  const { env, open, names } = fakeEnv();
  for (const name of ['shell-1', 'shell-2', visitedCacheNames.pictures]) await open(name);
  await deleteOtherShells(env, build);
  expect(await names()).toEqual(['shell-2', visitedCacheNames.pictures]);
});

it('keeps at most 200 pictures and deletes the oldest first', async () => {
  const path = (n: number) => `/portraits/${n}.webp`;
  const count = maxEntries.pictures + 3;
  const answers = Array.from({ length: count }, (_, n) => [path(n), () => new Response()]);
  const { env, open } = fakeEnv(Object.fromEntries(answers));
  for (let n = 0; n < count; n++) {
    await fetchAndCache(env, requestFor(path(n)), 'pictures', waitUntil);
    await pendingWork.at(-1);
  }
  const { responses: held } = await open(visitedCacheNames.pictures);
  expect(held.size).toBe(maxEntries.pictures);
  expect([held.has(path(2)), held.has(path(3)), held.has(path(count - 1))]).toEqual([
    false,
    true,
    true,
  ]);
});

it.each([
  ['a part', () => new Response('x', { status: 206 })],
  ['an error', () => new Response('x', { status: 404 })],
  [
    'what the server forbids',
    () => new Response('x', { headers: { 'Cache-Control': 'no-store' } }),
  ],
  ['what is private', () => new Response('x', { headers: { 'Cache-Control': 'private' } })],
])('passes on and does not keep %s', async (_, answer) => {
  const { env, names } = fakeEnv({ '/portraits/a.webp': answer });
  const response = await fetchAndCache(env, requestFor('/portraits/a.webp'), 'pictures', waitUntil);
  expect(await response.text()).toBe('x');
  await Promise.all(pendingWork);
  expect(await names()).toEqual([]);
});

it('returns the answer although writing to the cache fails', async () => {
  const { env, open } = fakeEnv({ '/portraits/a.webp': () => new Response('x') });
  const cache = await open(visitedCacheNames.pictures);
  cache.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const response = await fetchAndCache(env, requestFor('/portraits/a.webp'), 'pictures', waitUntil);
  expect(await response.text()).toBe('x');
  await expect(Promise.all(pendingWork)).resolves.toHaveLength(1);
});
