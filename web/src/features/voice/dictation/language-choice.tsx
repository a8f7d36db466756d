import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveVoiceSettings } from '../api/settings';
import { texts } from '../texts';
import { dictationLanguage, setDictationLanguage } from './language';
import { dictationLanguages, languageName } from './languages';

/**
 * Chooses the language of the running recognition. `onChoose` is called after the choice is stored in this
 * browser (rule voice-dictation-language).
 */
export function LanguageChoice({ onChoose }: { onChoose: () => void }) {
  const client = useQueryClient();
  const [language, setLanguage] = useState(dictationLanguage);
  const choose = (tag: string) => {
    setLanguage(tag);
    setDictationLanguage(tag);
    onChoose();
    void saveVoiceSettings(client, { language: tag });
  };
  return (
    <select
      className="dictation__language"
      aria-label={texts.dictationLanguage}
      value={language}
      onChange={({ target }) => choose(target.value)}
    >
      {dictationLanguages(language).map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {languageName(tag)}
        </option>
      ))}
    </select>
  );
}
