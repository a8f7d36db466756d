import { fetchPart } from '../api/recording';
import type { Reading } from '../speaking/playback';
import type { SpokenReply, VoicePlace } from '../speaking/voice';
import { type PreparedSound, playRecorded, prepareSound } from './recorded';

interface PreparedPart {
  sound: PreparedSound | null;
  messageId: string;
  last: boolean;
}

async function prepare(
  place: VoicePlace,
  reply: SpokenReply,
  index: number,
  signal: AbortSignal,
): Promise<PreparedPart> {
  const { blob, messageId, last } = await fetchPart(place, reply, index, signal);
  return { sound: blob && prepareSound(blob), messageId, last };
}

/**
 * Plays the parts of a reply one after another, also while it is written (rule
 * voice-speak-replies). The next part is fetched while one plays.
 */
export async function playParts(
  place: VoicePlace,
  reply: SpokenReply,
  reading: Reading,
): Promise<void> {
  const { signal } = reading;
  let next: Promise<PreparedPart> | null = prepare(place, reply, 0, signal);
  for (let index = 1; next !== null; index += 1) {
    const { sound, messageId, last }: PreparedPart = await next;
    if (signal.aborted || sound === null) return;
    next = last ? null : prepare(place, { ...reply, id: messageId }, index, signal);
    // A failure is told when the part is due.
    next?.catch(() => undefined);
    await playRecorded(sound, place.name, reading);
  }
}
