/**
 * A secret in groups of four characters, which are easier to type. Apps ignore the spaces (rule
 * account-two-factor).
 */
export const spacedSecret = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');
