import {
  type Build,
  fetchAndCache,
  findCached,
  shellName,
  type WaitUntil,
  type WorkerEnv,
} from './caches.ts';

/** Network timeout of a page in milliseconds. After it the shell is returned. */
const pageTimeoutMs = 3000;
/**
 * Age in milliseconds after which a cached picture is fetched again. Equal to the server's max-age.
 */
const maxPictureAgeMs = 24 * 60 * 60 * 1000;

/**
 * Returns the server's page, because it carries the title and description of its address. After a network error
 * or timeout it returns the cached shell, which can draw every page. Without a cached shell it waits for the
 * server's page.
 */
export async function answerPage(
  env: WorkerEnv,
  build: Build,
  networkResponse: Promise<Response>,
): Promise<Response> {
  const pageTimeout = new Promise<null>((resolve) => setTimeout(resolve, pageTimeoutMs, null));
  const page = await Promise.race([networkResponse.catch(() => null), pageTimeout]);
  if (page) return page;
  const cache = await env.caches.open(shellName(build));
  return (await cache.match('/', { ignoreVary: true })) ?? networkResponse;
}

/**
 * Cache first: the file's name contains a hash of the content, so a cached copy never becomes
 * stale.
 */
export async function answerAsset(
  env: WorkerEnv,
  request: Request,
  waitUntil: WaitUntil,
): Promise<Response> {
  return (await findCached(env, request)) ?? fetchAndCache(env, request, 'assets', waitUntil);
}

/**
 * Stale while revalidate: returns the cached copy and replaces it in the background if it is older
 * than a day.
 */
export async function answerPicture(
  env: WorkerEnv,
  request: Request,
  waitUntil: WaitUntil,
): Promise<Response> {
  const cachedCopy = await findCached(env, request);
  if (!cachedCopy) return fetchAndCache(env, request, 'pictures', waitUntil);
  const madeAt = Date.parse(cachedCopy.headers.get('Date') ?? '');
  if (!(Date.now() - madeAt < maxPictureAgeMs)) {
    waitUntil(fetchAndCache(env, request, 'pictures', waitUntil).catch(() => undefined));
  }
  return cachedCopy;
}

/** Network first, then the cache: for a file of the shell whose name contains no hash. */
export async function answerFile(env: WorkerEnv, request: Request): Promise<Response> {
  try {
    return await env.fetch(request);
  } catch (error) {
    const copy = await findCached(env, request);
    if (copy) return copy;
    throw error;
  }
}
