import { readText, writeText } from '#/shared/browser/storage';

const firstLanguage = 'en-US';

/** True for a language tag of a form that the server accepts too. */
export function isLanguage(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

let ofAccount = '';

/** The language of the next recognition: this browser's last choice, else the account's, else en-US. */
export function dictationLanguage(): string {
  const chosen = readText('dictation_language') ?? '';
  return [chosen, ofAccount].find(isLanguage) ?? firstLanguage;
}

/** Remembers the language in this browser (rule voice-dictation-language). */
export function setDictationLanguage(tag: string): void {
  writeText('dictation_language', tag);
}

/** Takes over the language that the server has, for browsers without a choice. Empty: none. */
export function adoptDictationLanguage(tag: string): void {
  ofAccount = tag;
}
