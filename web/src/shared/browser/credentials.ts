import { readText, removeStored } from './storage';

/** Set beside the session cookie, which scripts cannot see, and for as long (internal/httpx/cookie.go). */
const mark = 'signed_in';

/** Whether this browser holds anything by which the server may know its user. */
export function hasCredentials(): boolean {
  return (
    readText('token') !== null || document.cookie.split('; ').some((one) => one === `${mark}=1`)
  );
}

/** Drops what the server no longer knows. */
export function dropCredentials(): void {
  removeStored('token');
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${mark}=; Path=/; Max-Age=0`;
}
