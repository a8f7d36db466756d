import { apiUrl, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { send } from '#/shared/api/send';

/** What allows a new password: the code that was sent to an address, or the token of a mail's link. */
export type ResetProof = { email: string; otp: string } | { token: string };

interface Bodies {
  '/admin/auth/forgot-password': { email: string };
  '/admin/auth/verify-otp': { email: string; otp: string };
  '/admin/auth/reset-password': { email: string; otp: string; password: string };
  '/auth/reset-by-link': { token: string; password: string };
}

async function answerOf(request: Request) {
  const response = await send(request);
  const error: unknown = response.ok ? undefined : await response.json().catch(() => undefined);
  return { response, error };
}

async function post<Path extends keyof Bodies>(path: Path, body: Bodies[Path]): Promise<void> {
  const request = new Request(apiUrl(path), {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await unwrap(answerOf(request));
}

export function sendOtp(email: string): Promise<void> {
  return post('/admin/auth/forgot-password', { email });
}

/** Checks a code. It stays valid for `resetPassword`. */
export function verifyOtp(email: string, otp: string): Promise<void> {
  return post('/admin/auth/verify-otp', { email, otp });
}

export function resetPassword(proof: ResetProof, password: string): Promise<void> {
  return 'token' in proof
    ? post('/auth/reset-by-link', { ...proof, password })
    : post('/admin/auth/reset-password', { ...proof, password });
}

/** True if a code was wrong, used or expired. */
export function isOtpRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || 'otp' in error.fields);
}

/** True if a mail's link was wrong, used or expired. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_link';
}

/** Seconds that a refused caller has to wait; null if the refusal names none. */
export function waitAfter(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
}
