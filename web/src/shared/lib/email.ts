/** What passes as an e-mail address in every form; the server has the last word. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Longest address that any form takes (spec 2 §9). */
export const emailMax = 100;
