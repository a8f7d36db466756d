import { type Build, fetchAndKeep, kept, type Means, type Meanwhile, shellName } from './caches.ts';

/** A network that is silent for so long is taken for none, in milliseconds. */
const patience = 3000;
/** How old a kept picture may be before it is fetched again, as the server's own rule says. */
const day = 24 * 60 * 60 * 1000;

/**
 * The server's page, because it carries title and description of its address; without a network the
 * shell, which draws every page by itself.
 */
export async function answerPage(
  means: Means,
  build: Build,
  arriving: Promise<Response>,
): Promise<Response> {
  const silence = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
  const page = await Promise.race([arriving.catch(() => null), silence]);
  if (page) return page;
  const cache = await means.caches.open(shellName(build));
  return (await cache.match('/', { ignoreVary: true })) ?? arriving;
}

/** Its name tells the content: a copy is as good as the file. */
export async function answerAsset(
  means: Means,
  request: Request,
  meanwhile: Meanwhile,
): Promise<Response> {
  return (await kept(means, request)) ?? fetchAndKeep(means, request, 'assets', meanwhile);
}

/** The copy at once; one that is older than a day is replaced behind it. */
export async function answerPicture(
  means: Means,
  request: Request,
  meanwhile: Meanwhile,
): Promise<Response> {
  const copy = await kept(means, request);
  if (!copy) return fetchAndKeep(means, request, 'pictures', meanwhile);
  const made = Date.parse(copy.headers.get('Date') ?? '');
  if (!(Date.now() - made < day)) {
    meanwhile(fetchAndKeep(means, request, 'pictures', meanwhile).catch(() => undefined));
  }
  return copy;
}

/** A file of the shell whose name stays the same over builds. */
export async function answerFile(means: Means, request: Request): Promise<Response> {
  try {
    return await means.fetch(request);
  } catch (error) {
    const copy = await kept(means, request);
    if (copy) return copy;
    throw error;
  }
}
