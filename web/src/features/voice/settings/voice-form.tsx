import { useId, useState } from 'react';
import { Button } from '#/shared/ui/button';
import { Select } from '#/shared/ui/select';
import type { Speaker } from './characters-query';
import { shownVoiceName, texts } from './texts';

interface VoiceFormProps {
  /** Characters without a chosen voice. */
  speakers: readonly Speaker[];
  /** How many characters the user has talked with. */
  talkedWithCount: number;
  choices: readonly string[];
  onChoose: (characterId: string, voice: string) => void;
}

/** Chooses a voice for one more character. */
export function VoiceForm({ speakers, talkedWithCount, choices, onChoose }: VoiceFormProps) {
  const id = useId();
  const [wanted, setWanted] = useState('');
  const [voice, setVoice] = useState(choices[0] ?? '');
  const speaker = speakers.find((one) => one.id === wanted) ?? speakers[0];
  if (speaker === undefined || voice === '') {
    return <p className="small muted">{talkedWithCount === 0 ? texts.noChats : texts.allChosen}</p>;
  }
  const choose = () => {
    // If no other character can be chosen, the form is removed, so move the focus out of it.
    if (speakers.length === 1) document.getElementById('voices-of-characters')?.focus();
    onChoose(speaker.id, voice);
  };
  return (
    <div className="voice-settings__form">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-character`}>
          {texts.character}
        </label>
        <Select
          id={`${id}-character`}
          options={speakers.map((one) => ({ key: one.id, label: one.name }))}
          value={speaker.id}
          onChange={setWanted}
        />
      </div>
      <div className="field">
        <label className="field__label" htmlFor={`${id}-voice`}>
          {texts.voice}
        </label>
        <Select
          id={`${id}-voice`}
          options={choices.map((key) => ({ key, label: shownVoiceName(key) }))}
          value={voice}
          onChange={setVoice}
        />
      </div>
      <Button look="line" onClick={choose}>
        {texts.choose}
      </Button>
    </div>
  );
}
