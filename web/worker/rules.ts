/**
 * How the worker answers a request:
 *   - 'network': the worker does not handle it
 *   - 'page': network, else the shell
 *   - 'asset': cache first, never stale
 *   - 'picture': cache first, refetched after a day
 *   - 'file' (of the shell): network, else cache
 */
export type AnswerKind = 'network' | 'page' | 'asset' | 'picture' | 'file';

/** The properties of a request that decide how it is answered. */
export interface RequestFacts {
  method: string;
  mode: string;
  /** True if only a range of a file is requested, as by media players. */
  wantsRange: boolean;
  url: URL;
}

const picturePattern = /^\/portraits\/.*\.(?:webp|png|svg)$/;
/** Sitemap, robots.txt, feed and pictures are not pages of the app. */
const filePattern = /\.[a-z0-9]+$/i;
const nonPageFolders = ['/api', '/portraits', '/media', '/share', '/dev'];

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Decides how the worker answers a request. It never caches API answers, because they depend on the user and
 * change (rule privacy-api-not-kept). It never caches files of users: some are private, and pictures can be
 * deleted (rule media-not-kept).
 */
export function answerKindFor(
  facts: RequestFacts,
  origin: string,
  shell: readonly string[],
): AnswerKind {
  const { pathname } = facts.url;
  if (facts.method !== 'GET' || facts.wantsRange || facts.url.origin !== origin) return 'network';
  if (nonPageFolders.some((folder) => isBelow(folder, pathname))) {
    return facts.mode !== 'navigate' && picturePattern.test(pathname) ? 'picture' : 'network';
  }
  if (facts.mode === 'navigate') return filePattern.test(pathname) ? 'network' : 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  return filePattern.test(pathname) && shell.includes(pathname) ? 'file' : 'network';
}
