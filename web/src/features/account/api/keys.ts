import { sharedKeys } from '#/shared/api/keys';

/** Query keys of the account area. Private data has the user's id as its last part. */
export const accountKeys = {
  logins: (userId: string) => ['logins', userId] as const,
  preferences: (userId: string) => ['preferences', userId] as const,
  /** Notices of one kind of list, which begins with `sharedKeys.notices`. */
  notices: (show: string, userId: string) => [...sharedKeys.notices, show, userId] as const,
  privacy: (userId: string) => ['privacy', userId] as const,
  recoveryCodes: (userId: string) => ['recovery-codes', userId] as const,
};
