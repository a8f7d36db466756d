import { useId } from 'react';
import { Select } from '#/shared/ui/select';
import { Switch } from '#/shared/ui/switch';
import type { VoiceSettings } from '../api/settings';
import { dictationLanguage } from '../dictation/language';
import { dictationLanguages, languageName } from '../dictation/languages';
import { canRecognise } from '../dictation/recognition';
import { useSpeakReplies } from '../speaking/speak-replies';
import { speedChoices } from './choices';
import { speedText, texts } from './texts';
import type { VoiceChange } from './with-change';

interface ListeningSettingsProps {
  /** The settings with the changes that are not saved yet. */
  settings: VoiceSettings;
  changes: readonly VoiceChange[];
  onChange: (change: VoiceChange) => void;
}

/**
 * The value of a setting that is stored in the account and in this browser. It is the latest unsaved change,
 * or else `here`, the value in this browser.
 */
function unsavedOrBrowserChoice<Name extends keyof VoiceChange>(
  changes: readonly VoiceChange[],
  name: Name,
  here: NonNullable<VoiceChange[Name]>,
): NonNullable<VoiceChange[Name]> {
  return changes.findLast((change) => change[name] !== undefined)?.[name] ?? here;
}

/**
 * The switch 'Speak replies', the speed and the language (rule voice-settings-save). If neither the browser
 * nor the server can write down speech, a hint says so (rule voice-settings-server).
 */
export function ListeningSettings({ settings, changes, onChange }: ListeningSettingsProps) {
  const id = useId();
  const on = unsavedOrBrowserChoice(
    changes,
    'autoplay',
    useSpeakReplies((state) => state.on),
  );
  const language = unsavedOrBrowserChoice(changes, 'language', dictationLanguage());
  const speeds = speedChoices(settings.speed);
  const languages = dictationLanguages(language);
  const canDictate = settings.transcription || canRecognise();
  return (
    <>
      <Switch
        label={texts.speakReplies}
        explanation={texts.speakNote}
        on={on}
        onChange={(autoplay) => onChange({ autoplay })}
      />
      <div className="field">
        <label className="field__label" htmlFor={`${id}-speed`}>
          {texts.speed}
        </label>
        <Select
          id={`${id}-speed`}
          options={speeds.map((speed) => ({ key: String(speed), label: speedText(speed) }))}
          value={String(settings.speed)}
          onChange={(speed) => onChange({ speed: Number(speed) })}
        />
      </div>
      <div className="field">
        <label className="field__label" htmlFor={`${id}-language`}>
          {texts.language}
        </label>
        <Select
          id={`${id}-language`}
          describedBy={`${id}-dictation`}
          options={languages.map((tag) => ({ key: tag, label: languageName(tag) }))}
          value={language}
          onChange={(tag) => onChange({ language: tag })}
        />
        <p className="voice-settings__hint small muted" id={`${id}-dictation`}>
          {canDictate ? texts.languageNote : texts.noDictation}
        </p>
      </div>
    </>
  );
}
