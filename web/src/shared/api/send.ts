import { readText, removeStored } from '#/shared/browser/storage';
import { isRecord } from '../lib/is-record';
import { takeEarlyAnswer } from './early-answers';

function withToken(request: Request): Request {
  const bearerToken = readText('token');
  if (bearerToken === null) return request;
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${bearerToken}`);
  return new Request(request, { headers });
}

async function isCredentialMismatch(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isRecord(body) && body['code'] === 'credential_mismatch';
}

const unauthorizedListeners = new Set<() => void>();

/** Calls `listener` after each 401 outside /api/auth/. Returns the function that stops it. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => {
    unauthorizedListeners.delete(listener);
  };
}

/**
 * Sends a request with the stored bearer token beside the cookie, or returns its early answer
 * (early-answers.ts). If another tab has signed in with a cookie, token and cookie may name different users.
 * The token is then dropped and the call repeated (rule accounts-credential-mismatch). Any other 401 is logged
 * and returned to the caller. Outside /api/auth/ the `onUnauthorized` listeners are called too.
 */
export async function send(request: Request): Promise<Response> {
  const spareRequest = request.clone();
  const response = (await takeEarlyAnswer(request)) ?? (await fetch(withToken(request)));
  if (response.status !== 401) return response;
  if (readText('token') !== null && (await isCredentialMismatch(response))) {
    removeStored('token');
    return fetch(spareRequest);
  }
  // A 401 is logged and causes no redirect (rule accounts-401-logged).
  console.warn('Unauthorized access - please log in');
  if (!new URL(request.url).pathname.startsWith('/api/auth/')) {
    for (const listener of unauthorizedListeners) listener();
  }
  return response;
}
