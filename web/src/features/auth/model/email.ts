/** Matches a valid email address, in every form of the app (rule accounts-email). The server checks again. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Longest e-mail address that a form accepts, in code points (rules accounts-email, contact-lengths). */
export const maxEmailLength = 100;
