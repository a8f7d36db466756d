import { ApiError } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';
import { NoAudioError } from '../api/recording';
import { texts as voiceTexts } from '../texts';
import { texts } from './texts';

/** Thrown if the sound could not be played. `isCorrupted` is true if the file is the reason. */
export class PlaybackError extends Error {
  readonly isCorrupted: boolean;
  constructor(corrupted: boolean) {
    super('playback failed');
    this.isCorrupted = corrupted;
  }
}

/** Error texts by the HTTP status of the call that makes a recording (rule voice-failures). */
const textByStatus: Readonly<Record<number, string>> = {
  402: texts.insufficientFunds,
  403: texts.accessDenied,
  422: texts.noAudio,
  429: texts.tooMany,
  500: texts.serverError,
  503: texts.unavailable,
};

function playbackFailureText(error: unknown): string {
  if (error instanceof NoAudioError) return texts.noAudio;
  if (error instanceof PlaybackError) {
    return error.isCorrupted ? texts.corrupted : texts.playbackFailed;
  }
  const status = error instanceof ApiError ? error.status : 0;
  return textByStatus[status] ?? voiceTexts.voiceFailed;
}

/** Shows why nothing is heard (rule voice-failures). */
export function showPlaybackFailure(error: unknown): void {
  const text = playbackFailureText(error);
  toast.error(text, { id: text, duration: text === texts.insufficientFunds ? 5000 : 4000 });
}
