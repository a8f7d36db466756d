import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerAsset, answerFile, answerPage, answerPicture } from './answers.ts';
import { type Build, keepShell } from './caches.ts';
import { asking, fakeEnv } from './fake-env.ts';

const build: Build = { entry: '/assets/a.js', version: '1', shell: ['/', '/boot.js'], posters: [] };
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function withShell() {
  const fake = fakeEnv({
    '/': () => new Response('the shell'),
    '/boot.js': () => new Response('kept boot'),
  });
  return keepShell(fake.env, build).then(() => fake);
}

let work: Promise<unknown>[] = [];
const aside = (more: Promise<unknown>) => void work.push(more);
/** Waits until all background work has ended. */
async function done(): Promise<void> {
  for (const one of work) await one;
}

beforeEach(() => {
  work = [];
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-21T12:00:00Z');
});
afterEach(() => {
  vi.useRealTimers();
});

const textOf = async (answer: Promise<Response>) => (await answer).text();

it("prefers the server's page, even one that says that nothing is there", async () => {
  const { env } = await withShell();
  const missing = Promise.resolve(new Response('no such page', { status: 404 }));
  expect((await answerPage(env, build, missing)).status).toBe(404);
});

it('shows the shell without a network', async () => {
  const { env } = await withShell();
  expect(await textOf(answerPage(env, build, offline()))).toBe('the shell');
});

it('takes a network for none that is silent for three seconds', async () => {
  const { env } = await withShell();
  const answer = answerPage(env, build, new Promise(() => undefined));
  const arrived = vi.fn();
  void answer.then(arrived);
  await vi.advanceTimersByTimeAsync(2999);
  expect(arrived).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await textOf(answer)).toBe('the shell');
});

it('has nothing to show without network and shell', async () => {
  await expect(answerPage(fakeEnv().env, build, offline())).rejects.toThrow('Failed to fetch');
});

it('fetches an asset once', async () => {
  const { env, asked } = fakeEnv({ '/assets/b.js': () => new Response('piece') });
  expect(await textOf(answerAsset(env, asking('/assets/b.js'), aside))).toBe('piece');
  await done();
  expect(await textOf(answerAsset(env, asking('/assets/b.js'), aside))).toBe('piece');
  expect(asked).toEqual(['/assets/b.js']);
});

it('replaces a picture behind its copy when that is a day old', async () => {
  const at = (date: string, text: string) => () =>
    new Response(text, { headers: { Date: new Date(date).toUTCString() } });
  const { env, asked, network } = fakeEnv({ '/portraits/a.webp': at('2026-11-21', 'first') });
  const answer = () => textOf(answerPicture(env, asking('/portraits/a.webp'), aside));
  expect(await answer()).toBe('first');
  await done();
  expect(await answer()).toBe('first');
  expect(asked).toHaveLength(1);

  vi.setSystemTime('2026-11-23T12:00:00Z');
  network['/portraits/a.webp'] = at('2026-11-23', 'second');
  expect(await answer()).toBe('first');
  await done();
  expect(await answer()).toBe('second');
  expect(asked).toHaveLength(2);
});

it('keeps an old picture while there is no network', async () => {
  const { env, network } = fakeEnv({ '/portraits/a.webp': () => new Response('first') });
  const answer = () => textOf(answerPicture(env, asking('/portraits/a.webp'), aside));
  await answer();
  await done();
  delete network['/portraits/a.webp'];
  expect([await answer(), await answer()]).toEqual(['first', 'first']);
  await done();
});

it('fetches a file of the shell, and has its copy for lack of a network', async () => {
  const { env, network } = await withShell();
  network['/boot.js'] = () => new Response('newer boot');
  expect(await textOf(answerFile(env, asking('/boot.js')))).toBe('newer boot');
  delete network['/boot.js'];
  expect(await textOf(answerFile(env, asking('/boot.js')))).toBe('kept boot');
  await expect(answerFile(env, asking('/other.js'))).rejects.toThrow('Failed to fetch');
});
