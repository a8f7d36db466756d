/** Lengths of a new password, in code points (rule accounts-password-length). */
export const passwordLength = { min: 6, max: 30 } as const;
