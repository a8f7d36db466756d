import { toast } from '#/shared/ui/toast';
import { fetchRecording } from '../api/recording';
import { fetchVoiceSettings, saveVoiceSettings, type VoiceSettings } from '../api/settings';
import type { SpokenConversation, SpokenReply } from '../speaking/load-player';
import type { Reading } from '../speaking/playback';
import { finishedSentences } from './finished-sentences';
import { stopOtherTabs } from './other-tabs';
import { playParts } from './parts';
import { playRecordedSound, prepareSound } from './play-recorded';
import { showPlaybackFailure } from './playback-failure';
import { cutIntoUtterances, sentencesOf, spokenText } from './spoken-text';
import { beginSpeech, hasVoices } from './synthesis';
import { texts } from './texts';
import { usePlayingSound } from './track';

export { PlaybackControls as PlayingLine } from './playing-line';
export { fetchVoiceSettings, saveVoiceSettings };

/**
 * Runs a step of a reading and returns its result. The result is null after a failure, or if the reading has
 * ended. A failure during the reading ends it and is shown.
 */
async function runReadAloudStep<T>(reading: Reading, step: () => Promise<T>): Promise<T | null> {
  try {
    const result = await step();
    return reading.signal.aborted ? null : result;
  } catch (error) {
    if (!reading.signal.aborted) {
      reading.end();
      showPlaybackFailure(error);
    }
    return null;
  }
}

/** The settings of a reading; null if the reading has ended. A missing voice ends it with a toast. */
async function fetchSettingsFor(
  conversation: SpokenConversation,
  reading: Reading,
): Promise<VoiceSettings | null> {
  const settings = await runReadAloudStep(reading, async () => {
    const foundSettings = await fetchVoiceSettings(conversation.client);
    return foundSettings.provider === 'server' || (await hasVoices()) ? foundSettings : undefined;
  });
  if (settings === null) return null;
  if (settings === undefined) {
    reading.end();
    toast.error(texts.noVoices, { id: texts.noVoices });
    return null;
  }
  stopOtherTabs(reading.signal);
  usePlayingSound.setState({ speed: settings.speed });
  return settings;
}

async function playRecording(
  conversation: SpokenConversation,
  reply: SpokenReply,
  reading: Reading,
): Promise<void> {
  await runReadAloudStep(reading, async () => {
    const sound = await fetchRecording(conversation, reply, reading.signal);
    if (!reading.signal.aborted)
      await playRecordedSound(prepareSound(sound), conversation.characterName, reading);
  });
  reading.end();
}

/** Reads a stored reply aloud (rule voice-playback). */
export async function readReply(
  conversation: SpokenConversation,
  reply: SpokenReply,
  reading: Reading,
): Promise<void> {
  const settings = await fetchSettingsFor(conversation, reading);
  if (settings === null) return;
  if (settings.provider === 'server') return playRecording(conversation, reply, reading);
  const parts = cutIntoUtterances(spokenText(reply.content));
  if (parts.length === 0) {
    reading.end();
    toast.error(texts.noAudio, { id: texts.noAudio });
    return;
  }
  const speech = beginSpeech(reading);
  speech.add(parts);
  speech.finish();
}

/**
 * Speaks a growing text, each sentence once. If a sentence that was said changes, the reading ends (rule
 * voice-speak-replies).
 */
function speakWhileWritten(reading: Reading): (reply: SpokenReply) => void {
  const speech = beginSpeech(reading);
  const saidSentences: string[] = [];
  return ({ content, status }) => {
    if (reading.signal.aborted) return;
    const isEnded = status !== 'generating';
    const sentences = isEnded ? sentencesOf(spokenText(content)) : finishedSentences(content);
    if (saidSentences.some((one, at) => at < sentences.length && one !== sentences[at])) {
      reading.end();
      return;
    }
    const newSentences = sentences.slice(saidSentences.length);
    saidSentences.push(...newSentences);
    if (isEnded && saidSentences.length > sentences.length) reading.end();
    else speech.add(newSentences.flatMap(cutIntoUtterances));
    if (isEnded) speech.finish();
  };
}

/**
 * Reads a reply aloud while it is written (rule voice-speak-replies). Call the result with the reply each time
 * its text has grown. If the server has a voice, it makes a recording of each part.
 */
export async function followReply(
  conversation: SpokenConversation,
  reading: Reading,
): Promise<(reply: SpokenReply) => void> {
  const settings = await fetchSettingsFor(conversation, reading);
  if (settings === null) return () => undefined;
  if (settings.provider === 'browser') return speakWhileWritten(reading);
  let hasStarted = false;
  return (reply) => {
    if (hasStarted || reply.content === '') return;
    hasStarted = true;
    void runReadAloudStep(reading, () => playParts(conversation, reply, reading)).then(reading.end);
  };
}
