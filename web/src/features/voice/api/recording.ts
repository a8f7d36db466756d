import { api, unwrap } from '#/shared/api/client';
import { ApiError, isAbort, isNotFound } from '#/shared/api/errors';
import { fetchFile } from '#/shared/api/fetch-file';
import { isRecord } from '#/shared/lib/is-record';
import type { SpokenReply, VoicePlace } from '../speaking/voice';

/** The server has answered without a sound. */
export class NoAudioError extends Error {}

interface Recording {
  /** Empty after the last words of a reply. */
  address: string;
  messageId: string;
  last: boolean;
}

async function recordingOf(
  { sessionId, characterId }: VoicePlace,
  { id, content }: SpokenReply,
  signal: AbortSignal,
  part?: number,
): Promise<Recording> {
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
        ...(part === undefined ? {} : { part }),
      },
    }),
  );
  const data = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : {};
  const { audioUrl, messageId, last } = data;
  return {
    address: typeof audioUrl === 'string' ? audioUrl : '',
    messageId: typeof messageId === 'string' ? messageId : id,
    last: last === true,
  };
}

async function addressOf(...call: Parameters<typeof recordingOf>): Promise<string> {
  const { address } = await recordingOf(...call);
  if (address === '') throw new NoAudioError();
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

/** A part of a reply; without a sound after the last words. */
export interface RecordedPart {
  blob: Blob | null;
  messageId: string;
  last: boolean;
}

/** Waits until a part is written: the server answers 409 after a while. */
async function writtenPart(
  place: VoicePlace,
  reply: SpokenReply,
  index: number,
  signal: AbortSignal,
): Promise<Recording> {
  for (;;) {
    try {
      return await recordingOf(place, reply, signal, index);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }
}

/** The recording of a part of a reply (rule voice-parts), also while the reply is written. */
export async function fetchPart(
  place: VoicePlace,
  reply: SpokenReply,
  index: number,
  signal: AbortSignal,
): Promise<RecordedPart> {
  const { address, messageId, last } = await writtenPart(place, reply, index, signal);
  return { blob: address === '' ? null : await soundAt(address, signal), messageId, last };
}
