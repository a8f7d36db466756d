/** Names of the caches for visited files. A sign-out deletes them (src/shared/browser/visited-caches.ts). */
export const visitedCacheNames = {
  pictures: 'visited-pictures',
  assets: 'visited-assets',
} as const;
const shellPrefix = 'shell-';

/** The largest number of entries in each cache for visited files. */
export const maxEntries = { pictures: 200, assets: 150 } as const;

/** The browser APIs that the worker uses; tests replace them. */
export interface WorkerEnv {
  caches: Pick<CacheStorage, 'keys' | 'delete' | 'match'> & {
    open: (name: string) => Promise<Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>>;
  };
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>;
}

/** Values that the build writes into the worker. */
export interface Build {
  /** The first script of this build's page. */
  entry: string;
  /** Differs between builds. */
  version: string;
  /** Paths that every page needs. */
  shell: string[];
  /** Pictures at the top of the home page. The worker installs without them if they fail. */
  posters: string[];
}

export function shellName({ version }: Build): string {
  return shellPrefix + version;
}

// The server's answers vary by Accept-Encoding, but their content is the same for every encoding.
const anyVariantOptions = { ignoreVary: true };

/** The cached copy, from the cache of any build. */
export function findCached(
  { caches }: WorkerEnv,
  request: Request | string,
): Promise<Response | undefined> {
  return caches.match(request, anyVariantOptions);
}

/** Fetches and caches the shell. It rejects if one file is missing; the former shell then stays in use. */
export async function cacheShell(env: WorkerEnv, build: Build): Promise<void> {
  const cache = await env.caches.open(shellName(build));
  const cachePath = async (path: string) => {
    // Names below assets/ contain a hash of the content, so the HTTP cache may answer.
    const cacheMode = path.startsWith('/assets/') ? 'default' : 'no-cache';
    const response = await env.fetch(path, { cache: cacheMode, credentials: 'omit' });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(path, response);
  };
  await Promise.all(build.shell.map(cachePath));
  await Promise.allSettled(build.posters.map(cachePath));
}

/** Deletes the shells of other builds. */
export async function deleteOtherShells({ caches }: WorkerEnv, build: Build): Promise<void> {
  const names = await caches.keys();
  const oldNames = names.filter(
    (name) => name.startsWith(shellPrefix) && name !== shellName(build),
  );
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

/** True for a complete and public answer. Only such answers are cached. */
function isCacheable(response: Response): boolean {
  const cacheControl = response.headers.get('Cache-Control') ?? '';
  return (
    response.status === 200 && response.type !== 'opaque' && !/no-store|private/.test(cacheControl)
  );
}

/** Extends the life of the event until background work has ended. */
export type WaitUntil = (work: Promise<unknown>) => void;

async function writeToCache(
  { caches }: WorkerEnv,
  request: Request,
  response: Response,
  name: keyof typeof visitedCacheNames,
): Promise<void> {
  const cache = await caches.open(visitedCacheNames[name]);
  await cache.put(request, response);
  const allKeys = await cache.keys();
  const surplusKeys = allKeys.slice(0, Math.max(0, allKeys.length - maxEntries[name]));
  await Promise.all(surplusKeys.map((oldest) => cache.delete(oldest)));
}

/**
 * Returns the answer of the network and caches a copy in the background. Beyond the limit the
 * oldest entry is deleted. A write error, such as a full disk, is ignored.
 */
export async function fetchAndCache(
  env: WorkerEnv,
  request: Request,
  name: keyof typeof visitedCacheNames,
  waitUntil: WaitUntil,
): Promise<Response> {
  const response = await env.fetch(request);
  if (isCacheable(response)) {
    waitUntil(writeToCache(env, request, response.clone(), name).catch(() => undefined));
  }
  return response;
}
