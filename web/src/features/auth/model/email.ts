/** Rule accounts-email, for every form. The server checks addresses again. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Longest e-mail address that a form accepts, in code points (rule accounts-email). */
export const emailMax = 100;
