/**
 * How the worker answers a request: 'network' leaves it to the browser; a 'page' is fetched, or else
 * the shell; an 'asset' never changes; a 'picture' may be a day old; a 'file' of the shell is fetched,
 * or else its copy.
 */
export type Answer = 'network' | 'page' | 'asset' | 'picture' | 'file';

/** What of a request decides. */
export interface Asked {
  method: string;
  mode: string;
  /** Part of a file is asked for, as players of films do. */
  part: boolean;
  url: URL;
}

const isPicture = /^\/portraits\/.*\.(?:webp|png|svg)$/;
/** Sitemap, robots, feed, pictures: what a person opens as a file is a file. */
const isFile = /\.[a-z0-9]+$/i;
const notPages = ['/api', '/portraits', '/share'];

function below(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Answers of the API depend on the user and the moment: nothing of them is ever kept. */
export function answerFor(asked: Asked, origin: string, shell: readonly string[]): Answer {
  const { pathname } = asked.url;
  if (asked.method !== 'GET' || asked.part || asked.url.origin !== origin) return 'network';
  if (notPages.some((folder) => below(folder, pathname))) {
    return asked.mode !== 'navigate' && isPicture.test(pathname) ? 'picture' : 'network';
  }
  if (asked.mode === 'navigate') return isFile.test(pathname) ? 'network' : 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  return isFile.test(pathname) && shell.includes(pathname) ? 'file' : 'network';
}
