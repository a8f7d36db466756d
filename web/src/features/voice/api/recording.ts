import { api, unwrap } from '#/shared/api/client';
import { ApiError, isAbort, isNotFound } from '#/shared/api/errors';
import { fetchFile } from '#/shared/api/fetch-file';
import { isRecord } from '#/shared/lib/is-record';
import type { SpokenConversation, SpokenReply } from '../speaking/load-player';

/** Thrown if the server's answer contains no address of a sound. */
export class NoAudioError extends Error {}

interface Recording {
  /** Address of the sound; empty if the reply has no words for the requested part. */
  address: string;
  messageId: string;
  isLast: boolean;
}

async function requestRecording(
  { sessionId, characterId }: SpokenConversation,
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
    isLast: last === true,
  };
}

async function requestSoundAddress(...call: Parameters<typeof requestRecording>): Promise<string> {
  const { address } = await requestRecording(...call);
  if (address === '') throw new NoAudioError();
  return address;
}

/**
 * Fetches a sound file. Rethrows a 404, so that the caller can request a new address, and the error of an
 * abort. Any other failure becomes an ApiError with status 0, because playback-failure.ts has texts for the
 * statuses of API calls, not of files.
 */
async function fetchSound(address: string, signal: AbortSignal): Promise<Blob> {
  try {
    return await fetchFile(new URL(address, location.href).href, signal);
  } catch (error) {
    throw isNotFound(error) || isAbort(error) ? error : new ApiError(0, '');
  }
}

/**
 * The recording of a reply. Its address is signed and expires, so if the sound is missing, a new address is
 * requested once (rule voice-playback).
 */
export async function fetchRecording(
  conversation: SpokenConversation,
  reply: SpokenReply,
  signal: AbortSignal,
): Promise<Blob> {
  const address = await requestSoundAddress(conversation, reply, signal);
  try {
    return await fetchSound(address, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return await fetchSound(await requestSoundAddress(conversation, reply, signal), signal);
  }
}

/** A part of a reply. `blob` is null if the reply has no words for this part. */
export interface RecordedPart {
  blob: Blob | null;
  messageId: string;
  isLast: boolean;
}

/** Requests a part again and again until its words are written: before that the server answers 409. */
async function waitForPart(
  conversation: SpokenConversation,
  reply: SpokenReply,
  index: number,
  signal: AbortSignal,
): Promise<Recording> {
  for (;;) {
    try {
      return await requestRecording(conversation, reply, signal, index);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }
}

/** The recording of a part of a reply (rule voice-parts), even while the reply is being written. */
export async function fetchPart(
  conversation: SpokenConversation,
  reply: SpokenReply,
  index: number,
  signal: AbortSignal,
): Promise<RecordedPart> {
  const { address, messageId, isLast } = await waitForPart(conversation, reply, index, signal);
  return { blob: address === '' ? null : await fetchSound(address, signal), messageId, isLast };
}
