import { readText, removeStored } from './storage';

/** Cookie beside the session cookie, which is hidden from scripts. Both live equally long (internal/httpx/cookie.go). */
const mark = 'signed_in';

/** True if this browser has a token or the mark of a session cookie. */
export function hasCredentials(): boolean {
  return (
    readText('token') !== null || document.cookie.split('; ').some((one) => one === `${mark}=1`)
  );
}

/** Removes credentials that the server has refused. */
export function dropCredentials(): void {
  removeStored('token');
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${mark}=; Path=/; Max-Age=0`;
}
