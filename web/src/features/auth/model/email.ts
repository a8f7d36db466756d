/** A valid email address in every form (rule accounts-email). The server checks addresses again. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Longest e-mail address that a form accepts, in code points (rules accounts-email, contact-lengths). */
export const maxEmailLength = 100;
