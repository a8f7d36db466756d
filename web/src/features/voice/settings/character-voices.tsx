import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { User } from '#/shared/api/types';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { FailedRead } from '#/shared/ui/failed';
import { IconButton } from '#/shared/ui/icon-button';
import { Select } from '#/shared/ui/select';
import type { VoiceSettings } from '../api/settings';
import { speakerNameQuery, speakersQuery } from './characters-query';
import { removeVoiceLabel, shownVoiceName, texts, unknownCharacterText, voiceLabel } from './texts';
import { VoiceForm } from './voice-form';
import type { VoiceChange } from './with-change';

interface VoiceRowProps {
  characterId: string;
  /** Name of the character; undefined if it is not among the characters of the last chats. */
  knownName: string | undefined;
  voice: string;
  choices: readonly string[];
  onChange: (voice: string) => void;
  onRemove: () => void;
}

/** A character for which a voice is chosen. */
function VoiceRow({ characterId, knownName, voice, choices, onChange, onRemove }: VoiceRowProps) {
  const characterNameQuery = useQuery({
    ...speakerNameQuery(characterId),
    enabled: knownName === undefined,
  });
  const name = knownName ?? characterNameQuery.data ?? unknownCharacterText(characterId);
  const names = [...new Set([...choices, voice])];
  return (
    <li className="voice-row">
      <span className="voice-row__name display">{name}</span>
      <Select
        label={voiceLabel(name)}
        options={names.map((key) => ({ key, label: shownVoiceName(key) }))}
        value={voice}
        onChange={onChange}
      />
      <IconButton label={removeVoiceLabel(name)} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface CharacterVoicesProps {
  user: User;
  /** The settings with the changes that are not saved yet. */
  settings: VoiceSettings;
  onChange: (change: VoiceChange) => void;
}

/** The characters with a chosen voice, and the form that chooses one (rule voice-settings-characters). */
export function CharacterVoices({ user, settings, onChange }: CharacterVoicesProps) {
  const speakers = useQuery(speakersQuery(user.id));
  const { voices, choices } = settings;
  const chosenVoices = Object.entries(voices);
  const { list, onRemove } = useFocusAfterRemoval<HTMLUListElement>(
    chosenVoices.length,
    'button',
    () => document.getElementById('voices-of-characters'),
  );
  const choose = (characterId: string, name: string) => onChange({ voice: { characterId, name } });
  const speakersWithoutVoice = speakers.data?.filter(({ id }) => voices[id] === undefined);
  return (
    <div className="voice-settings__voices">
      <h3 id="voices-of-characters" className="voice-settings__title" tabIndex={-1}>
        {texts.voices}
      </h3>
      <p className="small muted">{texts.voicesNote}</p>
      {chosenVoices.length > 0 && (
        <ul ref={list} aria-labelledby="voices-of-characters">
          {chosenVoices.map(([id, voice], index) => (
            <VoiceRow
              key={id}
              characterId={id}
              knownName={speakers.data?.find((one) => one.id === id)?.name}
              voice={voice}
              choices={choices}
              onChange={(name) => choose(id, name)}
              onRemove={() => {
                onRemove(index);
                choose(id, '');
              }}
            />
          ))}
        </ul>
      )}
      {speakers.isError && !speakers.data && (
        <FailedRead
          size="row"
          title={texts.chatsUnread}
          busy={speakers.isFetching}
          onRetry={() => void speakers.refetch()}
        />
      )}
      {speakersWithoutVoice && (
        <VoiceForm
          speakers={speakersWithoutVoice}
          talkedWithCount={speakers.data?.length ?? 0}
          choices={choices}
          onChoose={choose}
        />
      )}
    </div>
  );
}
