import type { Schemas } from '#/shared/api/types';

/** The settings that the user can choose. */
export type VoiceChoice = Pick<Schemas['StateJSON'], 'speed' | 'language' | 'autoplay' | 'voices'>;

/** What one press changes. */
export interface VoiceChange extends Partial<Omit<VoiceChoice, 'voices'>> {
  /** The voice of one character; an empty name is the character's own voice. */
  voice?: { characterId: string; name: string };
}

/** The settings with a change; everything else stays as it is. */
export function withVoiceChange<Settings extends VoiceChoice>(
  stored: Settings,
  { voice, ...rest }: VoiceChange,
): Settings {
  const voices = { ...stored.voices };
  if (voice) {
    if (voice.name === '') delete voices[voice.characterId];
    else voices[voice.characterId] = voice.name;
  }
  return { ...stored, ...rest, voices };
}

/** The body of the call that saves a change: what changed alone (rule voice-settings-save). */
export function toVoiceBody({ voice, ...rest }: VoiceChange): Schemas['ChangeJSON'] {
  return voice ? { ...rest, voices: { [voice.characterId]: voice.name } } : rest;
}
