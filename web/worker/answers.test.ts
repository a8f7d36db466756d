import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerAsset, answerFile, answerPage, answerPicture } from './answers.ts';
import { type Build, cacheShell } from './caches.ts';
import { fakeEnv, requestFor } from './fake-env.ts';

const build: Build = { entry: '/assets/a.js', version: '1', shell: ['/', '/boot.js'], posters: [] };
const failFetch = () => Promise.reject(new TypeError('Failed to fetch'));

function fakeEnvWithShell() {
  const fake = fakeEnv({
    '/': () => new Response('the shell'),
    '/boot.js': () => new Response('kept boot'),
  });
  return cacheShell(fake.env, build).then(() => fake);
}

let pendingWork: Promise<unknown>[] = [];
const waitUntil = (more: Promise<unknown>) => void pendingWork.push(more);
/** Waits until all background work has ended. */
async function waitForPendingWork(): Promise<void> {
  for (const one of pendingWork) await one;
}

beforeEach(() => {
  pendingWork = [];
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-21T12:00:00Z');
});
afterEach(() => {
  vi.useRealTimers();
});

const textOf = async (answer: Promise<Response>) => (await answer).text();

it("returns the server's page, also a 404", async () => {
  const { env } = await fakeEnvWithShell();
  const notFoundAnswer = Promise.resolve(new Response('no such page', { status: 404 }));
  expect((await answerPage(env, build, notFoundAnswer)).status).toBe(404);
});

it('returns the shell after a network error', async () => {
  const { env } = await fakeEnvWithShell();
  expect(await textOf(answerPage(env, build, failFetch()))).toBe('the shell');
});

it('returns the shell after a network timeout of three seconds', async () => {
  const { env } = await fakeEnvWithShell();
  const answer = answerPage(env, build, new Promise(() => undefined));
  const onArrival = vi.fn();
  void answer.then(onArrival);
  await vi.advanceTimersByTimeAsync(2999);
  expect(onArrival).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await textOf(answer)).toBe('the shell');
});

it('fails without network and shell', async () => {
  await expect(answerPage(fakeEnv().env, build, failFetch())).rejects.toThrow('Failed to fetch');
});

it('fetches an asset once, then returns its copy', async () => {
  const { env, asked } = fakeEnv({ '/assets/b.js': () => new Response('piece') });
  expect(await textOf(answerAsset(env, requestFor('/assets/b.js'), waitUntil))).toBe('piece');
  await waitForPendingWork();
  expect(await textOf(answerAsset(env, requestFor('/assets/b.js'), waitUntil))).toBe('piece');
  expect(asked).toEqual(['/assets/b.js']);
});

it('returns a picture’s copy and refetches it when it is a day old', async () => {
  const at = (date: string, text: string) => () =>
    new Response(text, { headers: { Date: new Date(date).toUTCString() } });
  const {
    env,
    asked: requestedPaths,
    network,
  } = fakeEnv({ '/portraits/a.webp': at('2026-11-21', 'first') });
  const answer = () => textOf(answerPicture(env, requestFor('/portraits/a.webp'), waitUntil));
  expect(await answer()).toBe('first');
  await waitForPendingWork();
  expect(await answer()).toBe('first');
  expect(requestedPaths).toHaveLength(1);

  vi.setSystemTime('2026-11-23T12:00:00Z');
  network['/portraits/a.webp'] = at('2026-11-23', 'second');
  expect(await answer()).toBe('first');
  await waitForPendingWork();
  expect(await answer()).toBe('second');
  expect(requestedPaths).toHaveLength(2);
});

it('keeps the copy of an old picture when refetching fails', async () => {
  const { env, network } = fakeEnv({ '/portraits/a.webp': () => new Response('first') });
  const answer = () => textOf(answerPicture(env, requestFor('/portraits/a.webp'), waitUntil));
  await answer();
  await waitForPendingWork();
  delete network['/portraits/a.webp'];
  expect([await answer(), await answer()]).toEqual(['first', 'first']);
  await waitForPendingWork();
});

it('fetches a shell file, and returns its copy after a network error', async () => {
  const { env, network } = await fakeEnvWithShell();
  network['/boot.js'] = () => new Response('newer boot');
  expect(await textOf(answerFile(env, requestFor('/boot.js')))).toBe('newer boot');
  delete network['/boot.js'];
  expect(await textOf(answerFile(env, requestFor('/boot.js')))).toBe('kept boot');
  await expect(answerFile(env, requestFor('/other.js'))).rejects.toThrow('Failed to fetch');
});
