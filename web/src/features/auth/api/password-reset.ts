import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';

/** The proof that allows a new password: the code that was sent to an address, or the token of a mail's link. */
export type ResetProof = { email: string; otp: string } | { token: string };

export async function sendOtp(email: string): Promise<void> {
  await unwrap(api.POST('/admin/auth/forgot-password', { body: { email } }));
}

/** Checks a code. It stays valid for `resetPassword`. */
export async function verifyOtp(email: string, otp: string): Promise<void> {
  await unwrap(api.POST('/admin/auth/verify-otp', { body: { email, otp } }));
}

export async function resetPassword(proof: ResetProof, password: string): Promise<void> {
  await ('token' in proof
    ? unwrap(api.POST('/auth/reset-by-link', { body: { ...proof, password } }))
    : unwrap(api.POST('/admin/auth/reset-password', { body: { ...proof, password } })));
}

/** True if a code was wrong, used or expired (rule accounts-forgot-refused-code). */
export function isOtpRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || 'otp' in error.fields);
}

/** True if a mail's link was wrong, used or expired (rule accounts-forgot-link). */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_link';
}

/**
 * Seconds to wait before the next try, from a 429; null for other errors, or if the answer does not say (rule
 * accounts-forgot-resend).
 */
export function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
}
