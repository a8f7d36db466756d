import { readText, removeStored } from './storage';

/**
 * Name of the signed-in cookie. The server sets and deletes it together with the session cookie,
 * which scripts cannot read (internal/httpx/cookie.go).
 */
const signedInCookie = 'signed_in';

/** True if this browser has a token or the signed-in cookie (rule accounts-user-signed-out). */
export function hasCredentials(): boolean {
  return (
    readText('token') !== null ||
    document.cookie.split('; ').some((one) => one === `${signedInCookie}=1`)
  );
}

/** Removes credentials that the server has refused. */
export function dropCredentials(): void {
  removeStored('token');
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${signedInCookie}=; Path=/; Max-Age=0`;
}
