/** Names of what the worker keeps. What was visited is emptied by a sign-out (src/shared/browser/visited-caches.ts). */
export const visited = { pictures: 'visited-pictures', assets: 'visited-assets' } as const;
const shellPrefix = 'shell-';

/** The most pictures and pieces of the application that are kept beside the shell. */
export const longest = { pictures: 200, assets: 150 } as const;

/** What the worker needs of the browser. */
export interface Means {
  caches: Pick<CacheStorage, 'keys' | 'delete' | 'match'> & {
    open: (name: string) => Promise<Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>>;
  };
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>;
}

/** What the build writes into the worker. */
export interface Build {
  /** The script that the page of this build starts with. */
  entry: string;
  /** Differs between builds. */
  version: string;
  /** Paths without which nothing can be shown. */
  shell: string[];
  /** Pictures that the home page begins with; missing ones are done without. */
  posters: string[];
}

export function shellName({ version }: Build): string {
  return shellPrefix + version;
}

// The server varies by Accept-Encoding, which says nothing about what the page gets.
const anyVariant = { ignoreVary: true };

/** The kept copy, of whichever build. */
export function kept({ caches }: Means, request: Request | string): Promise<Response | undefined> {
  return caches.match(request, anyVariant);
}

/** Fetches the shell. Fails as a whole if a part is missing: the former shell stays then. */
export async function keepShell(means: Means, build: Build): Promise<void> {
  const cache = await means.caches.open(shellName(build));
  const keep = async (path: string) => {
    // Names below assets/ tell the content, so the browser's own copy will do.
    const how = path.startsWith('/assets/') ? 'default' : 'no-cache';
    const response = await means.fetch(path, { cache: how, credentials: 'omit' });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(path, response);
  };
  await Promise.all(build.shell.map(keep));
  await Promise.allSettled(build.posters.map(keep));
}

/** Drops the shells of other builds. */
export async function dropOthers({ caches }: Means, build: Build): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shellName(build));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Only whole, public answers are kept. */
function mayKeep(response: Response): boolean {
  const rule = response.headers.get('Cache-Control') ?? '';
  return response.status === 200 && response.type !== 'opaque' && !/no-store|private/.test(rule);
}

/** Work that goes on behind an answer. */
export type Meanwhile = (work: Promise<unknown>) => void;

async function keep(
  { caches }: Means,
  request: Request,
  response: Response,
  name: keyof typeof visited,
): Promise<void> {
  const cache = await caches.open(visited[name]);
  await cache.put(request, response);
  const all = await cache.keys();
  const over = all.slice(0, Math.max(0, all.length - longest[name]));
  await Promise.all(over.map((oldest) => cache.delete(oldest)));
}

/**
 * Fetches, and keeps a copy behind the answer; beyond the limit, what was kept first goes first. A
 * full disk keeps nothing and spoils nothing.
 */
export async function fetchAndKeep(
  means: Means,
  request: Request,
  name: keyof typeof visited,
  meanwhile: Meanwhile,
): Promise<Response> {
  const response = await means.fetch(request);
  if (mayKeep(response)) {
    meanwhile(keep(means, request, response.clone(), name).catch(() => undefined));
  }
  return response;
}
