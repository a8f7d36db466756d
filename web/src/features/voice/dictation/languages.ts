import { isLanguageTag } from './language';

/**
 * Languages that are offered to every user (rule voice-dictation-language). `dictationLanguages` adds those of
 * the user's browser.
 */
const commonLanguages = [
  'en-US',
  'en-GB',
  'en-AU',
  'en-IN',
  'ar-SA',
  'cs-CZ',
  'da-DK',
  'de-DE',
  'el-GR',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-FR',
  'he-IL',
  'hi-IN',
  'hu-HU',
  'id-ID',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'ru-RU',
  'sv-SE',
  'th-TH',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
  'zh-TW',
];

/** The languages that can be chosen, including `current`. */
export function dictationLanguages(current: string): readonly string[] {
  const browserLanguageTags = navigator.languages.filter(
    (tag) => tag.includes('-') && isLanguageTag(tag),
  );
  return [
    ...new Set([
      ...commonLanguages.slice(0, 1),
      ...browserLanguageTags,
      ...commonLanguages.slice(1),
      current,
    ]),
  ];
}

/**
 * The name of a language in that language, such as 'Deutsch (Deutschland)'; `tag` itself if the
 * browser knows no name.
 */
export function languageName(tag: string): string {
  try {
    const options = { type: 'language', languageDisplay: 'standard' } as const;
    return new Intl.DisplayNames([tag], options).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
