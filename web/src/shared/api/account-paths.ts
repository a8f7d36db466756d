/**
 * The calls of the account area that `schema.d.ts` does not have yet. Delete this file, and its use in
 * `types.ts`, once the generated document has them.
 */
interface Answered<Answer> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  requestBody?: never;
  responses: { 200: { content: { 'application/json': Answer } } };
}

interface Sent<Body, Answer> extends Omit<Answered<Answer>, 'requestBody'> {
  requestBody: { content: { 'application/json': Body } };
}

interface OfOne<Answer> extends Omit<Answered<Answer>, 'parameters'> {
  parameters: { path: { id: string } };
}

/** A login of the user on some device. */
export interface LoginSession {
  id: string;
  /** For example 'Firefox'; 'Unknown browser' if it was not recognised. */
  browser: string;
  /** For example 'Linux'; empty if it was not recognised. */
  system: string;
  last_used_at: string;
  created_at: string;
  /** True for the session that made the call. */
  current: boolean;
}

/** What the user's own record says about their email address. */
export interface EmailState {
  /** False until the link of the first mail is opened. */
  email_verified?: boolean;
  /** The new address that is not confirmed yet. */
  pending_email?: string | null;
}

export interface AccountPaths {
  '/user/profile': { put: Sent<{ username: string; email: string }, unknown> };
  '/user/password': {
    put: Sent<{ currentPassword: string; newPassword: string; confirmPassword: string }, unknown>;
  };
  '/user/sessions': { get: Answered<{ data: LoginSession[] }> };
  '/user/sessions/{id}': { delete: OfOne<unknown> };
  '/user/sessions/end-others': { post: Answered<unknown> };
  '/auth/verify-email': { post: Sent<{ token: string }, { verified: boolean }> };
  '/auth/verify-email/resend': { post: Answered<unknown> };
  '/auth/revert-email': { post: Sent<{ token: string }, { reverted: boolean }> };
}
