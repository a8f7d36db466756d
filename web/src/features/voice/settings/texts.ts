import { formatWholeCount } from '#/shared/format/format-count';
import { formatDate } from '#/shared/format/format-date';

export const texts = {
  title: 'Voice',
  unread: 'Your voice settings could not be fetched.',
  saved: 'Settings updated successfully!',
  // rule voice-settings-save
  saveFailed: 'Your voice settings could not be saved. Please try again.',
  speakReplies: 'Speak replies',
  speakNote: 'Reads each new reply aloud while you are in its chat.',
  speed: 'Playback speed',
  language: 'Spoken language',
  languageNote: 'What you speak when you dictate a message.',
  // rule voice-settings-server
  noDictation: 'This browser cannot write down speech. Your choice applies in those that can.',
  browserSpeaks:
    'Your browser reads the replies, with one voice for all characters. A voice for each of them needs a speech service, which this site does not have today.',
  voices: 'Voices of characters',
  voicesNote: 'A character speaks with its own voice until you choose another one.',
  noChats: 'Talk with a character first, then choose its voice here.',
  allChosen: 'You have chosen a voice for every character that you have talked with.',
  chatsUnread: 'The characters that you have talked with could not be fetched.',
  character: 'Character',
  voice: 'Voice',
  choose: 'Use this voice',
} as const;

/** How long (ms) the toast of a successful save is shown (rule account-saved). */
export const savedToastMs = 3000;

/** 'Normal' for 1, else the number, such as '1.25×'. */
export function speedText(speed: number): string {
  return speed === 1 ? 'Normal' : `${speed}×`;
}

/**
 * Turns the name of a voice of the server, such as 'female-2', into 'Female voice 2'. A name of another form
 * is returned as it is.
 */
export function shownVoiceName(name: string): string {
  const [, gender, number] = /^(female|male)-(\d+)$/.exec(name) ?? [];
  if (gender === undefined) return name;
  return `${gender === 'female' ? 'Female' : 'Male'} voice ${number}`;
}

/** What is left of this month's allowance, and when the next month begins (rule voice-settings-server). */
export function allowanceText(used: number, allowance: number, resetsAt: string): string {
  const remainingCountText = formatWholeCount(Math.max(0, allowance - used));
  return `${remainingCountText} of this month's ${formatWholeCount(allowance)} letters are left to be read aloud. All of them are back on ${formatDate(resetsAt)}.`;
}

export const voiceLabel = (name: string) => `Voice of ${name}`;
export const removeVoiceLabel = (name: string) => `Remove the voice of ${name}`;
/** The text for a character whose name cannot be found. */
export const unknownCharacterText = (characterId: string) => `Character ${characterId}`;
