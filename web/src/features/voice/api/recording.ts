import { api, unwrap } from '#/shared/api/client';
import { ApiError, isAbort, isNotFound } from '#/shared/api/errors';
import { fetchFile } from '#/shared/api/fetch-file';
import { isRecord } from '#/shared/lib/is-record';
import type { SpokenReply, VoicePlace } from '../speaking/voice';

/** The server has answered without a sound. */
export class NoAudioError extends Error {}

async function addressOf(
  { sessionId, characterId }: VoicePlace,
  { id, content }: SpokenReply,
  signal: AbortSignal,
): Promise<string> {
  const answer: unknown = await unwrap(
    api.POST('/voices/character/speech', {
      signal,
      body: {
        messageId: id,
        text: content,
        characterId,
        sessionId,
        useAIEmotion: true,
        includeEmotionalProfile: true,
      },
    }),
  );
  const data = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : {};
  const address = data['audioUrl'];
  if (typeof address !== 'string' || address === '') throw new NoAudioError();
  return address;
}

/** A failure of the file says nothing about the voice, so only a missing file keeps its status. */
async function soundAt(address: string, signal: AbortSignal): Promise<Blob> {
  try {
    return await fetchFile(new URL(address, location.href).href, signal);
  } catch (error) {
    throw isNotFound(error) || isAbort(error) ? error : new ApiError(0, '');
  }
}

/**
 * The recording of a reply. The address is signed and expires, so a missing sound is asked for once
 * more.
 */
export async function fetchRecording(
  place: VoicePlace,
  reply: SpokenReply,
  signal: AbortSignal,
): Promise<Blob> {
  const address = await addressOf(place, reply, signal);
  try {
    return await soundAt(address, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return await soundAt(await addressOf(place, reply, signal), signal);
  }
}
