import { readText, writeText } from '#/shared/browser/storage';

const defaultLanguage = 'en-US';

/** True for a language tag of a form that the server accepts too. */
export function isLanguageTag(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

let accountLanguage = '';

/**
 * The language of the next recognition: this browser's last choice, else the account's, else en-US
 * (rule voice-dictation-language).
 */
export function dictationLanguage(): string {
  const chosenTag = readText('dictation_language') ?? '';
  return [chosenTag, accountLanguage].find(isLanguageTag) ?? defaultLanguage;
}

/** Remembers the language in this browser (rule voice-dictation-language). */
export function setDictationLanguage(tag: string): void {
  writeText('dictation_language', tag);
}

/** Sets the language of the account, which is used in browsers without a choice of their own; '' for none. */
export function adoptDictationLanguage(tag: string): void {
  accountLanguage = tag;
}
