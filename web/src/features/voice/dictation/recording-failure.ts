import { ApiError } from '#/shared/api/errors';
import { TimeoutError } from '../api/transcription';
import { texts } from '../texts';
import { CaptureError } from './capture';
import { recordingTexts } from './recording-texts';

/** Thrown if nothing is said in the recording. */
export class SilenceError extends Error {}

/** Error texts by the name of the DOMException with which the browser refuses the microphone. */
const textByErrorName: Readonly<Record<string, string>> = {
  NotAllowedError: texts.microphoneRefused,
  SecurityError: texts.microphoneRefused,
  NotFoundError: texts.noMicrophone,
  NotReadableError: recordingTexts.microphoneInUse,
};

/** Error texts by the HTTP status of the call that transcribes the recording; 0 if no answer came. */
const textByStatus: Readonly<Record<number, string>> = {
  0: recordingTexts.unreachable,
  401: recordingTexts.loginEnded,
  413: recordingTexts.tooLarge,
  422: recordingTexts.nothingRecorded,
};

function refusalText({ status, code, retryAfter }: ApiError): string {
  if (code === 'transcription_unavailable') return recordingTexts.notSetUp;
  if (status === 429 || code === 'busy') {
    return retryAfter ? recordingTexts.busyFor(retryAfter) : recordingTexts.busy;
  }
  return textByStatus[status] ?? recordingTexts.notWritten;
}

/** Why a recorded dictation has failed, and what to do (rule voice-dictation-failures). */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return refusalText(error);
  if (error instanceof TimeoutError) return recordingTexts.late;
  if (error instanceof SilenceError) return texts.nothingHeard;
  if (error instanceof CaptureError) return recordingTexts.recordingFailed;
  return (error instanceof DOMException && textByErrorName[error.name]) || texts.dictationFailed;
}

/** True if another try may transcribe the same recording (rule voice-dictation-kept). */
export function canRepeatTranscription(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  if (!(error instanceof ApiError) || error.code === 'transcription_unavailable') return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}
