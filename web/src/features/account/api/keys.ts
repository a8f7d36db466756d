/** Query keys of the account area. Private data has the user's id as its last part. */
export const accountKeys = {
  logins: (userId: string) => ['logins', userId] as const,
};
