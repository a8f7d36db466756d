import { fetchPart } from '../api/recording';
import type { SpokenConversation, SpokenReply } from '../speaking/load-player';
import type { Reading } from '../speaking/playback';
import { type PreparedSound, playRecordedSound, prepareSound } from './play-recorded';

interface PreparedPart {
  sound: PreparedSound | null;
  messageId: string;
  isLast: boolean;
}

async function preparePart(
  conversation: SpokenConversation,
  reply: SpokenReply,
  index: number,
  signal: AbortSignal,
): Promise<PreparedPart> {
  const { blob, messageId, isLast } = await fetchPart(conversation, reply, index, signal);
  return { sound: blob && prepareSound(blob), messageId, isLast };
}

/**
 * Plays the parts of a reply one after another, even while the reply is being written (rule
 * voice-speak-replies). While a part plays, the next one is fetched.
 */
export async function playParts(
  conversation: SpokenConversation,
  reply: SpokenReply,
  reading: Reading,
): Promise<void> {
  const { signal } = reading;
  let next: Promise<PreparedPart> | null = preparePart(conversation, reply, 0, signal);
  for (let index = 1; next !== null; index += 1) {
    const { sound, messageId, isLast }: PreparedPart = await next;
    if (signal.aborted || sound === null) return;
    next = isLast ? null : preparePart(conversation, { ...reply, id: messageId }, index, signal);
    // Handles the rejection now. If the next part fails, `await next` throws when that part is due.
    next?.catch(() => undefined);
    await playRecordedSound(sound, conversation.characterName, reading);
  }
}
